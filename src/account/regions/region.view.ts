import { ApiProperty } from '@nestjs/swagger';

class Resolvers {
  @ApiProperty() ipv4: string;
  @ApiProperty() ipv6: string;
}

/** D-161. */
export class RegionResponse {
  @ApiProperty({ example: 'us-east' }) id: string;
  @ApiProperty({ example: 'Newark, NJ' }) label: string;
  @ApiProperty({ example: 'us' }) country: string;
  @ApiProperty({ type: [String], example: ['VPCs', 'Images'] }) capabilities: string[];
  @ApiProperty({ example: 'ok' }) status: string;
  @ApiProperty() resolvers: Resolvers;
}
