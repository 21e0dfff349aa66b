import { ApiProperty } from '@nestjs/swagger';
import type { Region } from '../../shared/config/regions.js';

class ResolversResponse {
  @ApiProperty({ description: 'IPv4 addresses, separated by commas.' }) ipv4: string;
  @ApiProperty({ description: 'IPv6 addresses, separated by commas.' }) ipv6: string;
}

/** D-161, D-270. */
export class RegionResponse {
  @ApiProperty({ example: 'us-east', description: 'ID of the region.' }) id: string;
  @ApiProperty({ example: 'Newark, NJ', description: 'Where the region is.' }) label: string;
  @ApiProperty({ example: 'us', description: 'The two letters of its country (ISO 3166).' }) country: string;
  @ApiProperty({ type: [String], example: ['VPCs', 'Images'], description: 'What the region offers.' })
  capabilities: readonly string[];
  @ApiProperty({ example: 'ok', description: 'The state of the region.' }) status: string;
  @ApiProperty({ description: 'The recursive resolvers of the region.' }) resolvers: ResolversResponse;
  @ApiProperty({ enum: ['core'], description: 'The kind of site.' }) site_type: string;
}

export function regionView({ id, label, country, capabilities, status, resolvers }: Region): RegionResponse {
  return { id, label, country, capabilities, status, resolvers, site_type: 'core' };
}
