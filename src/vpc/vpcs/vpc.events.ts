import type { EntityReference } from '../../events/event.js';

/** The entity of events about a VPC (D-134). */
export function vpcReference({
  id,
  label,
}: {
  readonly id: number | string;
  readonly label: string;
}): EntityReference {
  return { id, label, type: 'vpc', url: `/v4/vpcs/${id}` };
}
