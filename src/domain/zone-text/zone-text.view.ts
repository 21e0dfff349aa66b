import { ApiProperty } from '@nestjs/swagger';
import { ChangeSetResponse } from '../changes/change.view.js';

/** A line or a stored record that is left alone, or a line that is left out. */
export class SkippedLineResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The line of the text, counted from 1; null for a stored record.',
  })
  line: number | null;

  @ApiProperty({ type: 'string', description: 'The reason.' }) reason: string;
}

/** The result of a zone text (D-242). */
export class ZoneTextResponse extends ChangeSetResponse {
  @ApiProperty({
    type: [SkippedLineResponse],
    description:
      'The records that zone texts do not change: SOA records, NS records of the domain itself, and stored records that are not served; ' +
      'with `skip=true` also the lines that cannot be stored.',
  })
  skipped: SkippedLineResponse[];
}
