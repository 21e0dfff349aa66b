import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { DeviceRow } from './devices.sql.js';

/** spec: Trusted device. */
export class DeviceResponse {
  @ApiProperty({ type: 'integer', description: 'Unique ID, which the service assigns.' }) id: number;
  @ApiTime({ description: 'When the device was trusted.' }) created: string;
  @ApiTime({ description: 'When the trust ends.' }) expiry: string;
  @ApiTime({ description: 'When the user last logged in with the device.' }) last_authenticated: string;
  @ApiProperty({ description: 'The IP address of that login.' }) last_remote_addr: string;
  @ApiProperty({ description: 'The browser of the device.' }) user_agent: string;
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
