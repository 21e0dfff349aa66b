import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { AppRow } from '../../access/oauth-clients/authorized-apps.sql.js';

/** spec: Authorized app. */
export class AppResponse {
  @ApiProperty({ type: 'integer', description: 'ID of the authorization, for its revocation.' }) id: number;
  @ApiProperty({ description: 'The name of the app.' }) label: string;
  @ApiTime({ description: 'When the user authorized the app.' }) created: string;
  @ApiTime({ nullable: true, description: 'When the access of the app ends; null for never.' }) expiry:
    string | null;
  @ApiProperty({ description: 'The scopes that the user granted, separated by spaces; `*` for all.' })
  scopes: string;
  @ApiProperty({ type: String, nullable: true, description: 'The address of a picture of the app.' })
  thumbnail_url: string | null;
  @ApiProperty({ description: 'The website of the app.' }) website: string;
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
