import { ApiProperty } from '@nestjs/swagger';
import type { Region } from '../../shared/config/regions.js';

class ResolversResponse {
  @ApiProperty() ipv4: string;
  @ApiProperty() ipv6: string;
}

/** D-161, D-270. */
export class RegionResponse {
  @ApiProperty({ example: 'us-east' }) id: string;
  @ApiProperty({ example: 'Newark, NJ' }) label: string;
  @ApiProperty({ example: 'us' }) country: string;
  @ApiProperty({ type: [String], example: ['VPCs', 'Images'] }) capabilities: readonly string[];
  @ApiProperty({ example: 'ok' }) status: string;
  @ApiProperty() resolvers: ResolversResponse;
  @ApiProperty({ enum: ['core'] }) site_type: string;
}

export function regionView({ id, label, country, capabilities, status, resolvers }: Region): RegionResponse {
  return { id, label, country, capabilities, status, resolvers, site_type: 'core' };
}
