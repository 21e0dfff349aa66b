import { ApiProperty } from '@nestjs/swagger';
import { shownTime } from '../../shared/time/date-time.js';
import type { LoginRow } from './logins.list.js';

/** spec: Login. */
export class LoginView {
  @ApiProperty()
  id!: number;

  @ApiProperty({ format: 'date-time' })
  datetime!: string;

  @ApiProperty()
  ip!: string;

  @ApiProperty()
  restricted!: boolean;

  @ApiProperty({ enum: ['successful', 'failed'] })
  status!: string;

  @ApiProperty()
  username!: string;
}

export function shownLogin({ id, datetime, ip, restricted, status, username }: LoginRow): LoginView {
  return { id, datetime: shownTime(datetime), ip, restricted, status, username };
}
