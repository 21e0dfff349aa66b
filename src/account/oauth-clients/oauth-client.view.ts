import { ApiProperty } from '@nestjs/swagger';
import type { ClientSecret } from '../../access/oauth-clients/client-secret.js';
import type { OAuthClient } from '../../access/oauth-clients/oauth-client.js';

const REDACTED = '<REDACTED>';

/** D-145. */
export class OAuthClientResponse {
  @ApiProperty({
    example: '2737bf16b39ab5d7b4a1',
    description: 'Unique ID, which the OAuth flow calls `client_id`.',
  })
  id: string;
  @ApiProperty({ description: 'The name that users see when they consent.' }) label: string;
  @ApiProperty({ format: 'uri', description: 'The address that the OAuth flow returns to.' })
  redirect_uri: string;
  @ApiProperty({ description: 'Whether the client can keep no secret.' }) public: boolean;
  @ApiProperty({ enum: ['active'], description: 'The state of the client.' }) status: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: `Shown on create and reset, else ${REDACTED}; null for a public client.`,
  })
  secret: string | null;
  @ApiProperty({ description: 'The website of the app.' }) website: string;
  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description: 'The address of a picture of the app.',
  })
  thumbnail_url: string | null;
}

/** @param secret a new secret, for the only response that shows it */
export function oauthClientView(client: OAuthClient, secret?: ClientSecret | null): OAuthClientResponse {
  return {
    id: client.id,
    label: client.label,
    redirect_uri: client.redirectUri,
    public: client.public,
    status: client.status,
    secret: client.public ? null : (secret?.reveal() ?? REDACTED),
    website: client.website,
    thumbnail_url: client.thumbnailUrl,
  };
}
