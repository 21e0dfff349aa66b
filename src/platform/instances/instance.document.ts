import { ApiProperty } from '@nestjs/swagger';

class DiskResponse {
  @ApiProperty({ type: 'integer', description: 'ID of the disk.' }) id: number;
  @ApiProperty({ example: 'boot', description: 'The name of the disk.' }) label: string;
  @ApiProperty({ type: 'integer', description: 'MiB' }) size: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The file of the raw disk, relative to the folder of disks.',
  })
  source: string | null;
}

class InterfaceIpv4Response {
  @ApiProperty({ type: 'string', format: 'ipv4', nullable: true, description: 'The address in the subnet.' })
  vpc: string | null;
  @ApiProperty({
    type: 'string',
    format: 'ipv4',
    nullable: true,
    description: 'The public address for NAT 1:1.',
  })
  nat_1_1: string | null;
}

class InterfaceResponse {
  @ApiProperty({ type: 'integer', description: 'ID of the interface.' }) id: number;
  @ApiProperty({ enum: ['vpc', 'public', 'vlan'], description: 'What the interface is for.' })
  purpose: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The subnet that the interface uses.' })
  subnet_id: number | null;
  @ApiProperty({ description: 'Whether the interface is active.' }) active: boolean;
  @ApiProperty({ description: 'The addresses of the interface.' }) ipv4: InterfaceIpv4Response;
  @ApiProperty({ type: [String], description: 'Ranges of the subnet that are routed to the interface.' })
  ip_ranges: string[];
}

class ConfigResponse {
  @ApiProperty({ type: 'integer', description: 'ID of the configuration profile.' }) id: number;
  @ApiProperty({ example: 'default', description: 'The name of the configuration profile.' }) label: string;
  @ApiProperty({ type: [InterfaceResponse], description: 'The interfaces of the configuration profile.' })
  interfaces: InterfaceResponse[];
}

/** The stored instance (platform-api.md, Compute), in the OpenAPI document. */
export class InstanceResponse {
  @ApiProperty({ type: 'integer', description: 'ID of the instance.' }) id: number;
  @ApiProperty({ type: 'integer', description: 'The account that owns the instance.' }) account_id: number;
  @ApiProperty({ example: 'web-1', description: 'The name of the instance.' }) label: string;
  @ApiProperty({ example: 'us-east', description: 'The region of the instance.' }) region: string;
  @ApiProperty({ enum: ['running', 'offline'], description: 'Whether the instance runs.' }) status: string;
  @ApiProperty({ type: [DiskResponse], description: 'All disks of the instance.' }) disks: DiskResponse[];
  @ApiProperty({ type: [ConfigResponse], description: 'All configuration profiles of the instance.' })
  configs: ConfigResponse[];
}
