import type { EntityReference } from '../events/event.js';

/** How events name a domain (D-134). */
export function domainEntity({
  id,
  domain,
}: {
  readonly id: number;
  readonly domain: string;
}): EntityReference {
  return { id, label: domain, type: 'domain', url: `/v4/domains/${id}` };
}

/** How events name a record (D-134): beside its domain. */
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
