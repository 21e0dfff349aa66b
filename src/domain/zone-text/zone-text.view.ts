import { ApiProperty } from '@nestjs/swagger';
import { ChangeSetResponse } from '../changes/change.view.js';

/** What is left as it is, or left out. */
export class SkippedLineResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The line of the text, counted from 1; null for a stored record.',
  })
  line: number | null;

  @ApiProperty({ type: 'string', description: 'Why.' }) reason: string;
}

/** What a zone text did (D-242). */
export class ZoneTextResponse extends ChangeSetResponse {
  @ApiProperty({
    type: [SkippedLineResponse],
    description:
      'What no text changes: the SOA record, NS records of the domain itself, stored records that are not served; with `skip=true` also ' +
      'the lines that cannot be stored.',
  })
  skipped: SkippedLineResponse[];
}
