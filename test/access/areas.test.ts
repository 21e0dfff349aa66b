import { foreignTableUses, twoWayTablePairs } from '../../scripts/figures/tables.mjs';
import { APP_AREAS } from '../../src/app.areas.js';
import type { EndpointRow } from '../../src/access/endpoint.js';
import { lookupsOf } from '../../src/access/path-lookups.js';
import { gathered, type PathLookup } from '../../src/shared/areas/area.js';

describe('the contributions of areas', () => {
  it('access and schedule name no table of another area', () => {
    const uses = foreignTableUses().filter(({ area }) => area === 'access' || area === 'schedule');
    expect(uses).toEqual([]);
  });

  it('no area uses a table of another one', () => {
    expect(twoWayTablePairs()).toEqual([]);
  });

  it('refuses two areas with the same name', () => {
    expect(() => gathered([...APP_AREAS, APP_AREAS.at(-1)!, ...APP_AREAS], 'pathLookups')).toThrow(
      'Two areas use the same name in pathLookups.',
    );
  });
});

describe('entities that paths name', () => {
  const vpc: PathLookup = { params: ['vpcId'], key: 'number', from: 'vpcs v', where: 'v.id = $3' };
  const row = (path: string, entity?: string): EndpointRow => ({
    method: 'GET',
    path,
    credential: 'token',
    scopes: [],
    ...(entity && { entity }),
  });

  it('refuses a row that names an entity no area has', () => {
    const rows = { 'vpc.view': row('/v4/vpcs/:vpcId', 'vcp') };
    expect(() => lookupsOf(rows, { vpc }, {})).toThrow('vpc.view names the entity "vcp", which no area has.');
  });

  it('refuses a row whose path lacks a parameter of the look-up', () => {
    const rows = { 'vpc.view': row('/v4/vpcs/:id', 'vpc') };
    expect(() => lookupsOf(rows, { vpc }, {})).toThrow('its path has no "vpcId"');
  });

  it('refuses a row that shows an entity without columns', () => {
    const rows = { 'vpc.view': { ...row('/v4/vpcs/:vpcId', 'vpc'), shows: true as const } };
    expect(() => lookupsOf(rows, { vpc }, {})).toThrow(
      'vpc.view shows the entity "vpc", whose columns no area gives.',
    );
    expect(lookupsOf(rows, { vpc: { ...vpc, shown: 'v.id' } }, {}).size).toBe(1);
  });

  it('takes the look-ups of the Platform API from their own list', () => {
    const rows = { view: { ...row('/platform/v1/vpcs/:vpcId'), platformEntity: 'vpc' } };
    expect(lookupsOf(rows, {}, { vpc }).get(rows.view)).toBe(vpc);
    expect(() => lookupsOf(rows, { vpc }, {})).toThrow('which no area has');
  });
});
