import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownDate } from '../../shared/time/date-time.js';

/** spec: Two Factor Secret Create. */
export class TwoFactorSecretResponse {
  @ApiProperty({
    description: 'Base32, as authenticator apps take it.',
    example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  })
  secret: string;
  @ApiTime({ description: 'Until when it can be confirmed.' }) expiry: string;
}

export function twoFactorSecretView(secret: string, expiry: Date): TwoFactorSecretResponse {
  return { secret, expiry: shownDate(expiry) };
}
