import {
  DOMAIN_STATUSES,
  DOMAIN_TAKEN,
  DOMAIN_TYPES,
  MAX_AXFR_IPS_LENGTH,
  isAddress,
  missingForType,
} from '../../src/domain/domain.rules.js';
import { fits } from '../../src/shared/validation/list-length.rules.js';
import { distinctTags } from '../../src/shared/validation/tags.rules.js';

it('[Domain] types and statuses, in the order of the spec', () => {
  expect(DOMAIN_TYPES).toEqual(['master', 'slave']);
  expect(DOMAIN_STATUSES).toEqual(['disabled', 'active']);
});

it('[Domains rule 5] the refusal of a taken name', () => {
  expect(DOMAIN_TAKEN).toMatchObject({ field: 'domain', reason: 'Domain already exists.' });
});

describe('[D-94] addresses of nameservers', () => {
  it.each([
    ['192.0.2.1', true],
    ['2001:db8::1', true],
    ['::ffff:192.0.2.1', true],
    ['192.0.2.1:53', false],
    ['[2001:db8::1]', false],
    ['192.0.2.0/24', false],
    ['192.0.2.01', false],
    ['192.0.2', false],
    ['fe80::1%eth0', false],
    ['ns1.example.com', false],
    ['', false],
  ])('%s: %s', (address, valid) => {
    expect(isAddress(address)).toBe(valid);
  });

  it('[Domain axfr_ips] have at most 1000 characters together', () => {
    const hundred = Array.from({ length: 100 }, () => '10.0.0.100');
    expect(fits(hundred, MAX_AXFR_IPS_LENGTH)).toBe(true);
    expect(fits([...hundred, '::'], MAX_AXFR_IPS_LENGTH)).toBe(false);
  });
});

describe('[D-90] what each type requires', () => {
  it.each([
    ['master with soa_email', { type: 'master' as const, soaEmail: 'a@b.example', masterIps: [] }, undefined],
    ['slave with master_ips', { type: 'slave' as const, soaEmail: '', masterIps: ['192.0.2.1'] }, undefined],
    [
      'master without',
      { type: 'master' as const, soaEmail: '', masterIps: ['192.0.2.1'] },
      { field: 'soa_email', reason: 'soa_email required when type=master' },
    ],
    [
      'slave without',
      { type: 'slave' as const, soaEmail: 'a@b.example', masterIps: [] },
      { field: 'master_ips', reason: 'You need at least one master DNS server IP address for this zone.' },
    ],
  ])('%s', (_reason, domain, missing) => {
    const found = missingForType(domain);
    expect(found && { field: found.field, reason: found.reason }).toEqual(missing);
  });
});

it('[D-96] repeated tags are dropped, the order kept', () => {
  expect(distinctTags(['b', 'a', 'b', 'A'])).toEqual(['b', 'a', 'A']);
});
