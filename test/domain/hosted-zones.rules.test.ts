import { highestZone, parentZone, type HostedZone } from '../../src/domain/claims/hosted-zones.rules.js';

const NAMESERVERS = ['ns1.provider.example'];

function zone(domain: string, accountId: number, ...delegations: [name: string, host: string][]): HostedZone {
  return {
    domain,
    accountId,
    isMaster: true,
    delegations: delegations.map(([name, host]) => ({ name, host })),
  };
}

describe('[D-287] the zone above a name', () => {
  it.each([
    ['is the nearest', [zone('b.test', 1), zone('a.b.test', 1)], 'a.b.test'],
    ['is not the name itself', [zone('x.a.b.test', 1), zone('b.test', 1)], 'b.test'],
    ['may delegate the name itself', [zone('b.test', 1, ['x.a.b.test', 'ns.test'])], 'b.test'],
    ['is not one that delegates a name between', [zone('b.test', 1, ['a.b.test', 'ns.test'])], undefined],
    [
      'is no slave, and none is above a slave',
      [{ ...zone('a.b.test', 1), isMaster: false }, zone('b.test', 1)],
      undefined,
    ],
    ['is none without domains', [], undefined],
  ])('%s', (_case, zones, expected) => {
    const longestFirst = [...zones].sort((a, b) => b.domain.length - a.domain.length);
    expect(parentZone(longestFirst, 'x.a.b.test')?.domain).toBe(expected);
  });
});

describe('[D-287] the highest zone', () => {
  const lowest = zone('c.b.a.test', 1);
  it.each([
    ['of one account', [lowest, zone('b.a.test', 1), zone('a.test', 1)], 'a.test'],
    [
      'of an account that delegates to the platform',
      [lowest, zone('a.test', 2, ['c.b.a.test', NAMESERVERS[0]!])],
      'a.test',
    ],
    [
      'not of an account that delegates elsewhere',
      [lowest, zone('a.test', 2, ['c.b.a.test', 'ns.test'])],
      'c.b.a.test',
    ],
    ['not of an account that does not delegate', [lowest, zone('a.test', 2)], 'c.b.a.test'],
    ['not above such a one', [lowest, zone('b.a.test', 2), zone('a.test', 1)], 'c.b.a.test'],
    [
      'not above a delegation between',
      [lowest, zone('a.test', 1, ['b.a.test', NAMESERVERS[0]!])],
      'c.b.a.test',
    ],
  ])('%s', (_case, zones, expected) => {
    expect(highestZone(zones, lowest, NAMESERVERS).domain).toBe(expected);
  });
});
