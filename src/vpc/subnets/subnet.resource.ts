import { ApiProperty } from '@nestjs/swagger';
import { integer, objects, orNull, taken, text, time } from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';
import { label } from '../../shared/validation/rules.js';
import { subnetRange } from './subnet.rules.js';

class AttachedInterface {
  @ApiProperty({ description: 'Whether the interface is active.' }) active: boolean;
  @ApiProperty({ type: 'integer', description: 'ID of the interface.' }) id: number;
}

class AttachedInstance {
  @ApiProperty({ type: 'integer', description: 'ID of the instance.' }) id: number;
  @ApiProperty({
    type: [AttachedInterface],
    description: 'The interfaces of its configuration profiles that use the subnet.',
  })
  interfaces: AttachedInterface[];
}

/** A subnet (spec: VPC Subnet). */
export const SUBNET = new Resource('SubnetResponse', 's', {
  id: integer('Unique ID, which the service assigns.'),
  label: taken(text('A name, for display only.'), { rule: label(1, 64) }),
  ipv4: taken(
    text(
      'IPv4 range in canonical CIDR form: private, at least a /29, and without an address of another subnet of the VPC. It can’t change.',
      { expression: 's.ipv4::text', example: '10.0.1.0/24' },
    ),
    { rule: subnetRange() },
  ),
  instances: objects(AttachedInstance, 'The instances that are assigned to the subnet.'),
  created: time('When the subnet was created.'),
  updated: orNull(time('When the subnet was last changed.')),
});

/** A row of `SUBNET.columns()`. */
export type SubnetRow = Shown<typeof SUBNET.fields>;
