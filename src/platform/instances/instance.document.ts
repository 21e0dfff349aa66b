import { ApiProperty } from '@nestjs/swagger';

class DiskResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ example: 'boot' }) label: string;
  @ApiProperty({ type: 'integer', description: 'MiB' }) size: number;
  @ApiProperty({ type: 'string', nullable: true }) source: string | null;
}

class InterfaceIpv4Response {
  @ApiProperty({ type: 'string', format: 'ipv4', nullable: true }) vpc: string | null;
  @ApiProperty({ type: 'string', format: 'ipv4', nullable: true }) nat_1_1: string | null;
}

class InterfaceResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ enum: ['vpc', 'public', 'vlan'] }) purpose: string;
  @ApiProperty({ type: 'integer', nullable: true }) subnet_id: number | null;
  @ApiProperty() active: boolean;
  @ApiProperty() ipv4: InterfaceIpv4Response;
  @ApiProperty({ type: [String] }) ip_ranges: string[];
}

class ConfigResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ example: 'default' }) label: string;
  @ApiProperty({ type: [InterfaceResponse] }) interfaces: InterfaceResponse[];
}

/** The stored instance (platform-api.md, Compute), in the OpenAPI document. */
export class InstanceResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ type: 'integer' }) account_id: number;
  @ApiProperty({ example: 'web-1' }) label: string;
  @ApiProperty({ example: 'us-east' }) region: string;
  @ApiProperty({ enum: ['running', 'offline'] }) status: string;
  @ApiProperty({ type: [DiskResponse] }) disks: DiskResponse[];
  @ApiProperty({ type: [ConfigResponse] }) configs: ConfigResponse[];
}
