import type { EntityReference } from '../../events/event.js';

/** The record in words, for the event's message (D-267): `A record www`, at the apex `A record example.com`. */
export function recordInWords(
  { domain }: { readonly domain: string },
  { name, type }: { readonly name: string; readonly type: string },
): string {
  return `${type} record ${name || domain}`;
}

/** A record as an event's secondary entity; its domain is the entity (D-134). */
export function recordEntity(
  domainId: number,
  { id, name, type }: { readonly id: number; readonly name: string; readonly type: string },
): EntityReference {
  return {
    id,
    label: `${type} ${name || '@'}`,
    type: 'domain_record',
    url: `/v4/domains/${domainId}/records/${id}`,
  };
}
