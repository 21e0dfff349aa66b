import { ApiProperty } from '@nestjs/swagger';
import type { Columns } from '../../database/statement.js';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import { CLAIM_STATUSES, type ClaimStatus } from './claim.rules.js';
import type { DomainClaimEntity } from './domain-claim.entity.js';

export type ClaimRow = Columns<
  DomainClaimEntity,
  'id' | 'domain' | 'status' | 'nameserver' | 'created' | 'expires'
>;

const STATUS =
  `\`pending\`: the registry is asked every few minutes. \`verified\`: proven; domains of other accounts in its way
are deleted when it \`expires\` and is still proven. \`done\`: until it \`expires\`, only you can create the name. \`expired\`,
\`withdrawn\`: over.`.replaceAll('\n', ' ');

/** A claim of a domain name (D-204). */
export class ClaimResponse {
  @ApiProperty({ type: 'integer', description: 'Unique ID, which the service assigns.' }) id: number;
  @ApiProperty({ example: 'example.com', description: 'The name that is claimed.' }) domain: string;
  @ApiProperty({ enum: CLAIM_STATUSES, description: STATUS }) status: ClaimStatus;
  @ApiProperty({
    description: 'Enter this host at the registrar as a nameserver of the domain, until the claim is done.',
    example: '0123456789abcdef0123456789abcdef.claim.example.net',
  })
  nameserver: string;
  @ApiTime({ description: 'When the claim was made.' }) created: string;
  @ApiTime({ description: 'When the status ends, or ended.' }) expires: string;
}

export function claimView({ id, domain, status, nameserver, created, expires }: ClaimRow): ClaimResponse {
  return { id, domain, status, nameserver, created: shownTime(created), expires: shownTime(expires) };
}
