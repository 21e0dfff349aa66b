import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { AppRow } from './apps.sql.js';

/** spec: Authorized app. */
export class AppResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() label: string;
  @ApiTime() created: string;
  @ApiTime({ nullable: true }) expiry: string | null;
  @ApiProperty() scopes: string;
  @ApiProperty({ type: String, nullable: true }) thumbnail_url: string | null;
  @ApiProperty() website: string;
}

export function appView({ id, label, created, expiry, scopes, thumbnailUrl, website }: AppRow): AppResponse {
  return {
    id,
    label,
    created: shownTime(created),
    expiry: shownTime(expiry),
    scopes,
    thumbnail_url: thumbnailUrl,
    website,
  };
}
