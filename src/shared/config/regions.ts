/** A region as `GET /regions` shows it (D-161). */
export interface Region {
  readonly id: string;
  readonly label: string;
  readonly country: string;
  readonly capabilities: readonly string[];
  readonly status: string;
  readonly resolvers: { readonly ipv4: string; readonly ipv6: string };
}

/** Whether the region can hold VPCs (D-52). */
export function supportsVpcs(region: Region): boolean {
  return region.capabilities.includes('VPCs');
}

/** The region for requests that name none: the first with VPCs, or else the first (D-228). */
export function defaultRegion(regions: readonly Region[]): Region {
  return regions.find(supportsVpcs) ?? regions[0]!;
}

/** Whether a value read from `REGIONS_FILE` has the shape of a region. */
export function isRegion(value: unknown): value is Region {
  const region = value as Partial<Region> | null;
  return (
    typeof region === 'object' &&
    region !== null &&
    [region.id, region.label, region.country, region.status].every(
      (part) => typeof part === 'string' && part !== '',
    ) &&
    Array.isArray(region.capabilities) &&
    region.capabilities.every((capability) => typeof capability === 'string') &&
    typeof region.resolvers?.ipv4 === 'string' &&
    typeof region.resolvers.ipv6 === 'string'
  );
}

/** D-162. */
export const DEFAULT_REGIONS: readonly Region[] = [
  ['us-east', 'Newark, NJ', 'us'],
  ['us-central', 'Dallas, TX', 'us'],
  ['us-west', 'Fremont, CA', 'us'],
  ['us-southeast', 'Atlanta, GA', 'us'],
  ['us-ord', 'Chicago, IL', 'us'],
  ['us-iad', 'Washington, DC', 'us'],
  ['us-sea', 'Seattle, WA', 'us'],
  ['us-mia', 'Miami, FL', 'us'],
  ['us-lax', 'Los Angeles, CA', 'us'],
  ['ca-central', 'Toronto, CA', 'ca'],
  ['eu-west', 'London, UK', 'gb'],
  ['gb-lon', 'London 2, UK', 'gb'],
  ['eu-central', 'Frankfurt, DE', 'de'],
  ['de-fra-2', 'Frankfurt 2, DE', 'de'],
  ['fr-par', 'Paris, FR', 'fr'],
  ['nl-ams', 'Amsterdam, NL', 'nl'],
  ['se-sto', 'Stockholm, SE', 'se'],
  ['es-mad', 'Madrid, ES', 'es'],
  ['it-mil', 'Milan, IT', 'it'],
  ['ap-west', 'Mumbai, IN', 'in'],
  ['in-bom-2', 'Mumbai 2, IN', 'in'],
  ['in-maa', 'Chennai, IN', 'in'],
  ['ap-south', 'Singapore, SG', 'sg'],
  ['sg-sin-2', 'Singapore 2, SG', 'sg'],
  ['ap-southeast', 'Sydney, AU', 'au'],
  ['au-mel', 'Melbourne, AU', 'au'],
  ['ap-northeast', 'Tokyo, JP', 'jp'],
  ['jp-tyo-3', 'Tokyo 3, JP', 'jp'],
  ['jp-osa', 'Osaka, JP', 'jp'],
  ['id-cgk', 'Jakarta, ID', 'id'],
  ['br-gru', 'Sao Paulo, BR', 'br'],
].map(([id, label, country]) => ({
  id: id!,
  label: label!,
  country: country!,
  capabilities: ['VPCs', 'Images'],
  status: 'ok',
  resolvers: { ipv4: '', ipv6: '' },
}));
