import type { EntityReference } from '../../events/event.js';

/**
 * The record in words, for the event's message (D-267): `A record www`, at the apex `A record example.com`. A text that is
 * not served says so (D-294).
 */
export function recordInWords(
  { domain }: { readonly domain: string },
  { name, type, rdata }: { readonly name: string; readonly type: string; readonly rdata: string | null },
): string {
  return `${type} record ${name || domain}${rdata === null ? ` (${NOT_SERVED})` : ''}`;
}

/** What events say of a text that no nameserver can answer with (D-294). */
export const NOT_SERVED = 'not served: the text is too long for DNS';

/** A record as an event's secondary entity; its domain is the entity (D-134). */
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
