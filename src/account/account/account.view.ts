import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';

export interface AccountRow {
  readonly company: string;
  readonly email: string;
  readonly euuid: string;
  readonly activeSince: string;
}

/** D-138. */
export class AccountResponse {
  @ApiProperty({ description: 'The name of the company.' }) company: string;
  @ApiProperty({ format: 'email', description: 'The address of the account.' }) email: string;
  @ApiProperty({ format: 'uuid', description: 'Unique ID of the account.' }) euuid: string;
  @ApiTime({ description: 'When the account was created.' }) active_since: string;
  @ApiProperty({ type: [String], example: ['VPCs'], description: 'What the account can use.' })
  capabilities: string[];
  @ApiProperty({ enum: ['core'], description: 'The kind of site.' }) site_type: string;
}

export function accountView(row: AccountRow): AccountResponse {
  return {
    company: row.company,
    email: row.email,
    euuid: row.euuid,
    active_since: shownTime(row.activeSince),
    // D-270: a web console reads these two.
    capabilities: ['VPCs'],
    site_type: 'core',
  };
}
