import type { EntityReference } from '../events/event.js';

/** Makes the reference of a domain for events (D-134). */
export function domainReference({
  id,
  domain,
}: {
  readonly id: number;
  readonly domain: string;
}): EntityReference {
  return { id, label: domain, type: 'domain', url: `/v4/domains/${id}` };
}
