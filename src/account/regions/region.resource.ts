import { ApiProperty } from '@nestjs/swagger';
import {
  objectProperty,
  oneOfProperty,
  textProperty,
  textsProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';

class ResolversResponse {
  @ApiProperty({ description: 'IPv4 addresses, separated by commas.' }) ipv4: string;
  @ApiProperty({ description: 'IPv6 addresses, separated by commas.' }) ipv6: string;
}

/** D-161, D-270. */
export const REGION = new Resource('RegionResponse', 'r', {
  id: textProperty('ID of the region.', { example: 'us-east' }),
  label: textProperty('Where the region is.', { example: 'Newark, NJ' }),
  country: textProperty('The two letters of its country (ISO 3166).', { example: 'us' }),
  capabilities: textsProperty('What the region offers.', { example: ['VPCs', 'Images'], filter: false }),
  status: textProperty('The state of the region.', { example: 'ok' }),
  resolvers: objectProperty(ResolversResponse, 'The recursive resolvers of the region.'),
  site_type: oneOfProperty(['core'], 'The kind of site.', { filter: false }),
});

/** A row of `REGION.columns()`. */
export type RegionRow = Shown<typeof REGION.fields>;
