import type { EntityReference } from '../../events/event.js';

/** The entity of events about a subnet (D-134). Its VPC is their secondary entity. */
export function subnetReference(
  vpcId: number | string,
  { id, label }: { readonly id: number | string; readonly label: string },
): EntityReference {
  return { id, label, type: 'subnet', url: `/v4/vpcs/${vpcId}/subnets/${id}` };
}
