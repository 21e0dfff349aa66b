import { ApiProperty } from '@nestjs/swagger';
import { shownDate } from '../../shared/time/date-time.js';

/** spec: POST /profile/tfa-enable. */
export class TwoFactorSecretView {
  @ApiProperty({
    description: 'Base32, as authenticator apps take it.',
    example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  })
  secret!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'When it can no longer be confirmed.' })
  expiry!: string;
}

/** spec: POST /profile/tfa-enable-confirm. */
export class ScratchCodeView {
  @ApiProperty({ description: 'Takes the place of one code at login.', example: 'abcd-efgh-ijkl-mnop' })
  scratch!: string;
}

export function shownSecret(secret: string, expiry: Date): TwoFactorSecretView {
  return { secret, expiry: shownDate(expiry) };
}
