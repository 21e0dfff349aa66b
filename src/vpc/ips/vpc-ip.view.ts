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
  @ApiProperty() active: boolean;
  @ApiProperty({ type: 'string', format: 'ipv4', nullable: true }) address: string | null;
  @ApiProperty({ type: 'string', nullable: true }) address_range: string | null;
  @ApiProperty({ type: 'integer' }) config_id: number;
  @ApiProperty({ type: 'string', format: 'ipv4', nullable: true }) gateway: string | null;
  @ApiProperty({ type: 'integer' }) interface_id: number;
  @ApiProperty({ type: 'integer' }) instance_id: number;
  @ApiProperty({ description: 'Empty when NAT 1:1 is not used.' }) nat_1_1: string;
  @ApiProperty({ type: 'integer', nullable: true }) prefix: number | null;
  @ApiProperty() region: string;
  @ApiProperty({ type: 'integer' }) subnet_id: number;
  @ApiProperty({ format: 'ipv4' }) subnet_mask: string;
  @ApiProperty({ type: 'integer' }) vpc_id: number;
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
