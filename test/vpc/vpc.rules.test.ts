import { readSettings } from '../../src/shared/config/settings.js';
import { reasonText } from '../../src/shared/validation/rule.js';
import { vpcRegion } from '../../src/vpc/vpcs/vpc.rules.js';

const DEFAULTS = readSettings({});
const [NEWARK] = DEFAULTS.regions;
const SETTINGS = {
  ...DEFAULTS,
  regions: [
    { ...NEWARK!, id: 'with-vpcs', capabilities: ['Images', 'VPCs'] },
    { ...NEWARK!, id: 'images-only', capabilities: ['Images'] },
    { ...NEWARK!, id: 'with-nothing', capabilities: [] },
  ],
};

describe('[D-52] the region of a VPC', () => {
  it.each<[string, unknown, string | undefined]>([
    ['one with VPCs', 'with-vpcs', undefined],
    ['one without', 'images-only', 'This region does not support VPCs at this time'],
    ['one without anything', 'with-nothing', 'This region does not support VPCs at this time'],
    ['unknown', 'moon', 'region is not valid'],
    ['upper case', 'WITH-VPCS', 'region is not valid'],
    ['a part of a name', 'with', 'region is not valid'],
    ['empty', '', 'region is not valid'],
    ['no string', 1, 'region is not valid'],
    ['a list', ['with-vpcs'], 'region is not valid'],
  ])('%s', (_, region, fault) => {
    expect(reasonText(vpcRegion().check(region, 'region', SETTINGS))).toBe(fault);
  });

  it('[D-162] may be any region of the default table', () => {
    expect(DEFAULTS.regions).toHaveLength(31);
    for (const { id } of DEFAULTS.regions) expect(vpcRegion().check(id, 'region', DEFAULTS)).toBeUndefined();
  });

  it('is a string in the OpenAPI document', () => {
    expect(vpcRegion().schema.type).toBe('string');
  });
});
