import {
  distinctTags,
  fits,
  MAX_AXFR_IPS_LENGTH,
  isAddress,
  missingForType,
} from '../../src/domain/domains/domain.rules.js';
import { roundDomainSeconds, roundRecordTtl } from '../../src/domain/seconds.rules.js';
import { isEmail } from '../../src/shared/validation/email.rules.js';

describe('[D-93] seconds of a domain are rounded up', () => {
  it.each([
    [0, 0],
    [1, 30],
    [30, 30],
    [31, 120],
    [121, 300],
    [300, 300],
    [301, 3600],
    [14401, 28800],
    [1209601, 2419200],
    [2419200, 2419200],
    [2419201, 2419200],
    [2147483647, 2419200],
  ])('%d becomes %d', (given, stored) => {
    expect(roundDomainSeconds(given)).toBe(stored);
  });
});

describe('[D-98] the TTL of a record is rounded to the nearest, ties up', () => {
  it.each([
    [0, 0],
    [1, 300],
    [1949, 300],
    [1950, 3600],
    [5399, 3600],
    [5400, 7200],
    [10799, 7200],
    [10800, 14400],
    [21599, 14400],
    [21600, 28800],
    [43199, 28800],
    [43200, 57600],
    [71999, 57600],
    [72000, 86400],
    [129599, 86400],
    [129600, 172800],
    [259199, 172800],
    [259200, 345600],
    [475199, 345600],
    [475200, 604800],
    [907199, 604800],
    [907200, 1209600],
    [1814399, 1209600],
    [1814400, 2419200],
    [2147483647, 2419200],
  ])('%d becomes %d', (given, stored) => {
    expect(roundRecordTtl(given)).toBe(stored);
  });
});

describe('[D-70] e-mail addresses', () => {
  it.each([
    ['plain', 'admin@example.com', true],
    ['inner dots and atext', "first.last+tag!#$%&'*/=?^_`{|}~-@example.com", true],
    ['local part of 64', `${'a'.repeat(64)}@example.com`, true],
    ['digits and hyphens in the domain', 'a@1-2.example', true],
    ['254 characters', `a@${`${'b'.repeat(62)}.`.repeat(3)}${'c'.repeat(63)}`, true],
    ['255 characters', `ab@${`${'b'.repeat(62)}.`.repeat(3)}${'c'.repeat(63)}`, false],
    ['local part of 65', `${'a'.repeat(65)}@example.com`, false],
    ['empty', '', false],
    ['no at sign', 'example.com', false],
    ['no local part', '@example.com', false],
    ['no domain', 'admin@', false],
    ['domain of one label', 'admin@localhost', false],
    ['leading dot', '.a@example.com', false],
    ['two dots', 'a..b@example.com', false],
    ['dot before the at sign', 'a.@example.com', false],
    ['two at signs', 'a@b@example.com', false],
    ['quoted local part', '"a b"@example.com', false],
    ['final period', 'a@example.com.', false],
    ['underscore in the domain', 'a@exam_ple.com', false],
    ['label of 64', `a@${'b'.repeat(64)}.com`, false],
    ['line break', 'a@example.com\n', false],
    ['Unicode', 'ä@example.com', false],
  ])('%s', (_reason, address, valid) => {
    expect(isEmail(address)).toBe(valid);
  });
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

  it('[Domain axfr_ips] 1000 characters in all', () => {
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
    expect(missingForType(domain)).toEqual(missing);
  });
});

it('[D-96] repeated tags are dropped, the order kept', () => {
  expect(distinctTags(['b', 'a', 'b', 'A'])).toEqual(['b', 'a', 'A']);
});
