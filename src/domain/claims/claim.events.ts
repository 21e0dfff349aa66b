import type { EntityReference, NewEvent } from '../../events/event.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { ClaimStatus } from './claim.rules.js';
import type { DomainClaimEntity } from './domain-claim.entity.js';

/** A claim with its new status. */
export type ChangedClaim = Pick<DomainClaimEntity, 'id' | 'domain' | 'status' | 'expires'>;

/** Makes the reference of a claim for events (D-134). */
function claimReference({ id, domain }: ChangedClaim): EntityReference {
  return { id, label: domain, type: 'domain_claim', url: `/v4/domains/claims/${id}` };
}

/** Makes the reference of a name that the account no longer has. */
export function formerDomainReference(domain: string): EntityReference {
  return { id: null, label: domain, type: 'domain', url: '/v4/domains' };
}

/** Makes the claimant's event for the claim's new status. */
export function eventForClaimant(claim: ChangedClaim): NewEvent {
  return { action: 'domain_claim', entity: claimReference(claim), message: MESSAGES[claim.status](claim) };
}

const MESSAGES: Readonly<Record<ClaimStatus, (claim: ChangedClaim) => string>> = {
  pending: () => 'The claim waits for its proof at the registry.',
  verified: ({ expires }) =>
    `The claim is proven. If it still is on ${shownTime(expires)} UTC, domains of other accounts in its way are deleted.`,
  done: ({ expires }) => `The name is yours: until ${shownTime(expires)} UTC nobody else can create it.`,
  expired: () => 'The claim has ended without its proof at the registry.',
  withdrawn: () => 'The claim is withdrawn.',
};

/**
 * Makes the event for an account with a domain in the way; undefined when nothing changes for it.
 */
export function eventForOther(
  claim: ChangedClaim,
  wasVerified: boolean,
  entity: EntityReference,
): NewEvent | undefined {
  const message = messageForOther(claim, wasVerified, entity);
  return message === undefined ? undefined : { action: 'domain_claim', entity, message };
}

function messageForOther(
  { domain, status, expires }: ChangedClaim,
  wasVerified: boolean,
  { label, id }: EntityReference,
): string | undefined {
  const proven = `Another account has proven at the registry that it owns ${domain}.`;
  if (status === 'done' && id === null) return `${proven} The name is no longer kept for you.`;
  if (status === 'verified')
    return `${proven} If that still holds on ${shownTime(expires)} UTC, ${label} is deleted.`;
  return wasVerified && (status === 'expired' || status === 'withdrawn')
    ? `The claim of ${domain} by another account has ended; ${label} stays.`
    : undefined;
}
