import type { EntityReference } from '../../events/event.js';

/**
 * Describes the record for an event's message (D-267): `A record www`, at the apex `A record
 * example.com`. Adds that a text is not served (D-294).
 */
export function describeRecord(
  { domain }: { readonly domain: string },
  { name, type, rdata }: { readonly name: string; readonly type: string; readonly rdata: string | null },
): string {
  return `${type} record ${name || domain}${rdata === null ? ` (${NOT_SERVED})` : ''}`;
}

/** The description in events of a text that no nameserver can serve (D-294). */
export const NOT_SERVED = 'not served: the text is too long for DNS';

/**
 * Makes the reference of a record, an event's secondary entity. The domain is the entity (D-134).
 */
export function recordReference(
  domainId: number,
  { id, name, type }: { readonly id: EntityReference['id']; readonly name: string; readonly type: string },
): EntityReference {
  return {
    id,
    label: `${type} ${name || '@'}`,
    type: 'domain_record',
    url: `/v4/domains/${domainId}/records/${id}`,
  };
}
