import { ApiProperty } from '@nestjs/swagger';
import type { ClientSecret } from '../../access/oauth-clients/client-secret.js';
import type { OAuthClient } from '../../access/oauth-clients/oauth-client.js';

/** A new OAuth client as the Platform API shows it. */
export class PlatformClientResponse {
  @ApiProperty() id: string;
  @ApiProperty() label: string;
  @ApiProperty({ format: 'uri' }) redirect_uri: string;
  @ApiProperty() public: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'Shown once; null when public.' })
  secret: string | null;
}

export function platformClientView(client: OAuthClient, secret: ClientSecret | null): PlatformClientResponse {
  return {
    id: client.id,
    label: client.label,
    redirect_uri: client.redirectUri,
    public: client.public,
    secret: secret?.reveal() ?? null,
  };
}
