import { ApiProperty } from '@nestjs/swagger';
import {
  integerProperty,
  objectsProperty,
  orNull,
  taken,
  textProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
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
  id: integerProperty('Unique ID, which the service assigns.'),
  label: taken(textProperty('A name, for display only.'), { rule: label(1, 64) }),
  ipv4: taken(
    textProperty(
      'IPv4 range in canonical CIDR form: private, at least a /29, and disjoint from the other subnets of the VPC. It can’t change.',
      { expression: 's.ipv4::text', example: '10.0.1.0/24' },
    ),
    { rule: subnetRange() },
  ),
  instances: objectsProperty(AttachedInstance, 'The instances that are assigned to the subnet.'),
  created: timeProperty('When the subnet was created.'),
  updated: orNull(timeProperty('When the subnet was last changed.')),
});

/** A row of `SUBNET.columns()`. */
export type SubnetRow = Shown<typeof SUBNET.fields>;
