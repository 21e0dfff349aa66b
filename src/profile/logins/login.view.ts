import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { LoginRow } from './logins.sql.js';

/** spec: Login. */
export class LoginResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiTime() datetime: string;
  @ApiProperty() ip: string;
  @ApiProperty() restricted: boolean;
  @ApiProperty({ enum: ['successful', 'failed'] }) status: string;
  @ApiProperty() username: string;
}

export function loginView({ id, datetime, ip, restricted, status, username }: LoginRow): LoginResponse {
  return { id, datetime: shownTime(datetime), ip, restricted, status, username };
}
