import type { EventEntity } from '../events/event.js';

interface Labelled {
  readonly id: number;
  readonly label: string;
}

/** How events name a VPC (D-134). */
export function vpcEntity({ id, label }: Labelled): EventEntity {
  return { id, label, type: 'vpc', url: `/v4/vpcs/${id}` };
}

/** How events name a subnet (D-134); its VPC is the secondary entity. */
export function subnetEntity(vpcId: number, { id, label }: Labelled): EventEntity {
  return { id, label, type: 'subnet', url: `/v4/vpcs/${vpcId}/subnets/${id}` };
}
