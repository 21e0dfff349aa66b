import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { LoginRow } from './logins.sql.js';

/** spec: Login. */
export class LoginResponse {
  @ApiProperty({ type: 'integer', description: 'Unique ID, which the service assigns.' }) id: number;
  @ApiTime({ description: 'When the login was tried.' }) datetime: string;
  @ApiProperty({ description: 'The IP address that the login came from.' }) ip: string;
  @ApiProperty({ description: 'Whether the user was restricted.' }) restricted: boolean;
  @ApiProperty({ enum: ['successful', 'failed'], description: 'How the login ended.' }) status: string;
  @ApiProperty({ description: 'The user who tried to log in.' }) username: string;
}

export function loginView({ id, datetime, ip, restricted, status, username }: LoginRow): LoginResponse {
  return { id, datetime: shownTime(datetime), ip, restricted, status, username };
}
