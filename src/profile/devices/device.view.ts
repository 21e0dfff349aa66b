import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { DeviceRow } from './devices.sql.js';

/** spec: Trusted device. */
export class DeviceResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiTime() created: string;
  @ApiTime() expiry: string;
  @ApiTime() last_authenticated: string;
  @ApiProperty() last_remote_addr: string;
  @ApiProperty() user_agent: string;
}

export function deviceView(row: DeviceRow): DeviceResponse {
  return {
    id: row.id,
    created: shownTime(row.created),
    expiry: shownTime(row.expiry),
    last_authenticated: shownTime(row.lastAuthenticated),
    last_remote_addr: row.lastRemoteAddr,
    user_agent: row.userAgent,
  };
}
