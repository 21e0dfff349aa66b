import {
  booleanProperty,
  integerProperty,
  orNull,
  textProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';

/** One address, or one range, of a VPC interface (spec: VPC IP address record). */
export const VPC_IP = new Resource('VpcIpResponse', 'i', {
  active: booleanProperty('Whether the interface is active.'),
  address: orNull(
    textProperty('The IPv4 address of the interface; null for a range.', {
      format: 'ipv4',
      expression: '(CASE WHEN NOT a.is_range THEN host(a.range) END)',
    }),
  ),
  address_range: orNull(
    textProperty('The range of the interface; null for an address.', {
      expression: '(CASE WHEN a.is_range THEN a.range::text END)',
    }),
  ),
  config_id: integerProperty('The configuration profile with the interface.'),
  gateway: orNull(
    textProperty('The default gateway of the subnet.', {
      format: 'ipv4',
      expression: 'host(network(s.ipv4) + 1)',
      filter: false,
    }),
  ),
  interface_id: integerProperty('The interface.', { column: 'id' }),
  instance_id: integerProperty('The instance that the interface belongs to.'),
  nat_1_1: textProperty('The public address of NAT 1:1; empty without it.', {
    expression: `coalesce(host(a.nat_1_1), '')`,
  }),
  prefix: orNull(
    integerProperty('The number of bits that the subnet mask sets.', {
      expression: 'masklen(s.ipv4)',
      filter: false,
    }),
  ),
  region: textProperty('The region of the VPC.', { expression: 'v.region' }),
  subnet_id: integerProperty('The subnet.', { expression: 's.id' }),
  subnet_mask: textProperty('The mask that separates host bits from network bits.', {
    format: 'ipv4',
    expression: 'host(netmask(s.ipv4))',
    filter: false,
  }),
  vpc_id: integerProperty('The VPC.', { expression: 'v.id' }),
});

/** A row of `VPC_IP.columns()`. */
export type VpcIpRow = Shown<typeof VPC_IP.fields>;
