import { ApiProperty } from '@nestjs/swagger';

/** One address, or one range, of a VPC interface. */
export interface VpcIpRow {
  readonly active: boolean;
  readonly address: string | null;
  readonly addressRange: string | null;
  readonly configId: number;
  readonly gateway: string;
  readonly interfaceId: number;
  readonly instanceId: number;
  readonly nat11: string;
  readonly prefix: number;
  readonly region: string;
  readonly subnetId: number;
  readonly subnetMask: string;
  readonly vpcId: number;
}

/** spec: VPC IP address record. */
export class VpcIpResponse {
  @ApiProperty({ description: 'Whether the interface is active.' }) active: boolean;
  @ApiProperty({
    type: 'string',
    format: 'ipv4',
    nullable: true,
    description: 'The IPv4 address of the interface; null for a range.',
  })
  address: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The range of the interface; null for an address.',
  })
  address_range: string | null;
  @ApiProperty({ type: 'integer', description: 'The configuration profile with the interface.' })
  config_id: number;
  @ApiProperty({
    type: 'string',
    format: 'ipv4',
    nullable: true,
    description: 'The default gateway of the subnet.',
  })
  gateway: string | null;
  @ApiProperty({ type: 'integer', description: 'The interface.' }) interface_id: number;
  @ApiProperty({ type: 'integer', description: 'The instance that the interface belongs to.' })
  instance_id: number;
  @ApiProperty({ description: 'The public address of NAT 1:1; empty without it.' }) nat_1_1: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The number of bits that the subnet mask sets.',
  })
  prefix: number | null;
  @ApiProperty({ description: 'The region of the VPC.' }) region: string;
  @ApiProperty({ type: 'integer', description: 'The subnet.' }) subnet_id: number;
  @ApiProperty({ format: 'ipv4', description: 'The mask that separates host bits from network bits.' })
  subnet_mask: string;
  @ApiProperty({ type: 'integer', description: 'The VPC.' }) vpc_id: number;
}

export function vpcIpView(row: VpcIpRow): VpcIpResponse {
  return {
    active: row.active,
    address: row.address,
    address_range: row.addressRange,
    config_id: row.configId,
    gateway: row.gateway,
    interface_id: row.interfaceId,
    instance_id: row.instanceId,
    nat_1_1: row.nat11,
    prefix: row.prefix,
    region: row.region,
    subnet_id: row.subnetId,
    subnet_mask: row.subnetMask,
    vpc_id: row.vpcId,
  };
}
