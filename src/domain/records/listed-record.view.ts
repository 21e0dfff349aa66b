import { ApiProperty } from '@nestjs/swagger';
import { NOTED_RECORD, RECORD } from './record.resource.js';

/** A record in a list; with its note for `?notes=true` (D-301). */
export class ListedRecordResponse extends RECORD.response {
  @ApiProperty({ required: false, description: `${NOTED_RECORD.describe('note')} With \`?notes=true\`.` })
  note?: string;

  @ApiProperty({ required: false, description: `${NOTED_RECORD.describe('owner')} With \`?notes=true\`.` })
  owner?: string;
}
