import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { TokenRow } from '../../access/credentials/personal-tokens.sql.js';

/** spec: Personal access token. */
export class TokenResponse {
  @ApiProperty({ type: 'integer', description: 'Unique ID, for the revocation of the token.' }) id: number;
  @ApiProperty({ description: 'A name, for display only.' }) label: string;
  @ApiProperty({
    description: 'The scopes of the token, which never change, separated by spaces; `*` for all.',
  })
  scopes: string;
  @ApiTime({ description: 'When the token was created.' }) created: string;
  @ApiTime({ nullable: true, description: 'When the token ends; null for never.' }) expiry: string | null;
  @ApiProperty({ description: 'In full only in the answer to its creation, else the first 16 characters.' })
  token: string;
}

/** @param token what the response shows of the secret: the whole of it when the token was just created. */
export function tokenView(row: TokenRow, token = row.tokenPrefix!): TokenResponse {
  const { id, label, scopes, created, expiry } = row;
  return { id, label, scopes, created: shownTime(created), expiry: shownTime(expiry), token };
}
