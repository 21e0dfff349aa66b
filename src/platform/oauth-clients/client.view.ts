import { ApiProperty } from '@nestjs/swagger';
import type { SecretValue } from '../../shared/secrets/secret-value.js';
import type { OAuthClient } from '../../access/oauth-clients/oauth-client.js';

/** A new OAuth client as the Platform API shows it. */
export class PlatformClientResponse {
  @ApiProperty({ description: 'Unique ID, which the OAuth flow calls `client_id`.' }) id: string;
  @ApiProperty({ description: 'The name that users see when they consent.' }) label: string;
  @ApiProperty({ format: 'uri', description: 'The address that the OAuth flow returns to.' })
  redirect_uri: string;
  @ApiProperty({ description: 'Whether the client can keep no secret.' }) public: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'Shown once; null when public.' })
  secret: string | null;
}

export function platformClientView(client: OAuthClient, secret: SecretValue | null): PlatformClientResponse {
  return {
    id: client.id,
    label: client.label,
    redirect_uri: client.redirectUri,
    public: client.public,
    secret: secret?.reveal() ?? null,
  };
}
