import type { NewEvent, ReferredEntity } from '../../events/event.js';
import { vpcReference } from '../vpcs/vpc.events.js';

/** The event of a subnet; its VPC is the secondary entity (spec: Events; D-134). */
export function subnetEvent(
  action: 'subnet_create' | 'subnet_update' | 'subnet_delete',
  vpc: ReferredEntity,
  { id, label }: ReferredEntity,
): NewEvent {
  const entity = { id, label, type: 'subnet', url: `/v4/vpcs/${vpc.id}/subnets/${id}` };
  return { action, entity, secondaryEntity: vpcReference(vpc) };
}
