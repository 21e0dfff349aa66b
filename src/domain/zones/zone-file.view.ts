import { ApiProperty } from '@nestjs/swagger';

export class ZoneFileResponse {
  @ApiProperty({ type: [String], description: 'The lines of the last rendered zone.' }) zone_file: string[];
}
