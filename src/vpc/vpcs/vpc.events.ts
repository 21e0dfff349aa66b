import type { EntityReference, ReferredEntity } from '../../events/event.js';

/** The entity of events about a VPC (D-134). */
export function vpcReference({ id, label }: ReferredEntity): EntityReference {
  return { id, label, type: 'vpc', url: `/v4/vpcs/${id}` };
}
