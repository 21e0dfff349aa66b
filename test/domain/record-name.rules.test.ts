import { fullName } from '../../src/domain/records/record-name.rules.js';
import { build, faults } from './built-record.js';

const label = (length: number) => 'a'.repeat(length);

describe('[D-100] the stored form of names', () => {
  it.each([
    ['apex as nothing', 'A', '', ''],
    ['apex as @', 'A', '@', ''],
    ['apex as the domain', 'A', 'Example.com', ''],
    ['apex as the domain with final period', 'A', 'example.com.', ''],
    ['suffix stripped', 'A', 'www.example.com', 'www'],
    ['suffix with final period stripped, case kept', 'A', 'Www.EXAMPLE.com.', 'Www'],
    ['case kept', 'A', 'WWW', 'WWW'],
    ['another domain is relative without a final period', 'A', 'www.example.org', 'www.example.org'],
    ['no suffix without a period', 'A', 'myexample.com', 'myexample.com'],
    ['underscores', 'TXT', '_dmarc._x_', '_dmarc._x_'],
    ['inner hyphens', 'A', 'a--b', 'a--b'],
    ['wildcard', 'A', '*', '*'],
    ['wildcard left-most', 'MX', '*.a', '*.a'],
    ['Unicode', 'A', 'Bücher', 'xn--bcher-kva'],
    ['Unicode beside case', 'A', 'WWW.bücher', 'WWW.xn--bcher-kva'],
    ['slash for NS', 'NS', '0/25', '0/25'],
    ['slash for CNAME', 'CNAME', '0/25', '0/25'],
    ['slash for PTR', 'PTR', '0/25', '0/25'],
    ['label of 63', 'A', label(63), label(63)],
    ['100 characters', 'A', `${label(63)}.${label(36)}`, `${label(63)}.${label(36)}`],
  ] as const)('%s', (_reason, type, name, stored) => {
    const target = type === 'A' ? '192.0.2.1' : 'host.example.org';
    expect(build(type, { name, target }).name).toBe(stored);
  });

  it('Unicode in the suffix', () => {
    expect(
      build('A', { name: 'www.bücher.example', target: '192.0.2.1' }, 'xn--bcher-kva.example').name,
    ).toBe('www');
  });

  it('slash for NS and CNAME too', () => {
    expect(build('NS', { name: '0/25', target: 'ns.example.org' }).name).toBe('0/25');
    expect(build('CNAME', { name: '1', target: '1.0/25.2.0.192.in-addr.arpa' }).rdata).toBe(
      '1.0/25.2.0.192.in-addr.arpa.',
    );
  });
});

describe('[D-100] names that are refused', () => {
  const invalid = 'name: Name contains invalid characters';
  const tooLong = 'name: Length must be 0-100 characters';
  it.each([
    ['absolute outside the domain', 'A', 'www.example.org.', invalid],
    ['space', 'A', 'a b', invalid],
    ['at sign inside', 'A', 'a@b', invalid],
    ['at sign before the suffix', 'A', '@.example.com', invalid],
    ['leading hyphen', 'A', '-a', invalid],
    ['trailing hyphen', 'A', 'a-', invalid],
    ['empty label', 'A', 'a..b', invalid],
    ['leading period', 'A', '.a', invalid],
    ['only a period', 'A', '.', invalid],
    ['leading period before the suffix', 'A', '.example.com', invalid],
    ['leading period before the suffix and a final period', 'A', '.example.com.', invalid],
    ['label of 64', 'A', label(64), invalid],
    ['wildcard not whole', 'A', '*a', invalid],
    ['wildcard not left-most', 'A', 'a.*', invalid],
    ['wildcard for NS', 'NS', '*', invalid],
    ['slash for A', 'A', '0/25', invalid],
    ['backslash', 'A', 'a\\.b', invalid],
    ['quote', 'A', 'a"', invalid],
    ['line break', 'A', 'a\nb', invalid],
    ['Unicode without A-label', 'A', 'a\u200d', invalid],
    ['leading hyphen for PTR', 'PTR', '-a', invalid],
    ['trailing hyphen for PTR', 'PTR', 'a-', invalid],
    ['space for PTR', 'PTR', 'a b', invalid],
    ['label of 64 for PTR', 'PTR', label(64), invalid],
    ['over 100, absolute outside the domain', 'A', `${label(63)}.${label(63)}.org.`, invalid],
    ['101 characters', 'A', `${label(63)}.${label(37)}`, tooLong],
    ['no string', 'A', 5, 'name: name is not valid'],
    ['U+0000', 'A', 'a\0', 'name: name is not valid'],
  ] as const)('%s', (_reason, type, name, fault) => {
    const target = type === 'A' ? '192.0.2.1' : 'host.example.org';
    expect(faults(type, { name, target })).toEqual([fault]);
  });

  it('name and domain have at most 253 characters together', () => {
    const domain = `${label(63)}.${label(63)}.${label(61)}`;
    expect(faults('A', { name: label(63), target: '192.0.2.1' }, domain)).toEqual([]);
    expect(faults('A', { name: `b.${label(62)}`, target: '192.0.2.1' }, domain)).toEqual([tooLong]);
  });
});

describe('[D-100] [D-102] full names, by which records are compared', () => {
  it.each([
    ['the apex', '', 'example.com'],
    ['relative', 'www', 'www.example.com'],
    ['without case', 'A._B', 'a._b.example.com'],
  ])('%s', (_reason, name, full) => {
    expect(fullName(name, 'example.com')).toBe(full);
  });
});

describe('[D-101] host targets', () => {
  it.each([
    ['mail.example.org', 'mail.example.org.'],
    ['Mail.Example.org.', 'Mail.Example.org.'],
    ['mail', 'mail'],
    ['mail.', 'mail.'],
    ['@', '@'],
    ['_x.example', '_x.example.'],
    ['bücher.example', 'xn--bcher-kva.example.'],
    [
      `${label(63)}.${label(63)}.${label(63)}.${label(61)}`,
      `${label(63)}.${label(63)}.${label(63)}.${label(61)}.`,
    ],
  ])('%s is accepted and shown as sent', (target, rdata) => {
    expect(build('MX', { target })).toMatchObject({ target, rdata });
  });

  it.each([
    ['wildcard', '*.example.com'],
    ['last label all digits', 'example.123'],
    ['an address', '192.0.2.1'],
    ['a lone number', '123'],
    ['254 characters', `${label(63)}.${label(63)}.${label(63)}.${label(62)}`],
    ['space', 'mail example.com'],
    ['empty label', 'mail..com'],
    ['two final periods', 'mail.example.com..'],
    ['slash', 'a/b.example'],
    ['label of 64', `${label(64)}.com`],
    ['colon', 'a:b'],
    ['Unicode without A-label', 'a\u200d.example'],
  ])('%s is refused', (_reason, target) => {
    expect(faults('MX', { target })).toEqual(['target: target is not valid']);
  });

  it('a relative target and its zone have at most 253 characters together', () => {
    const domain = `${label(63)}.${label(63)}.${label(62)}`;
    expect(faults('MX', { target: label(62) }, domain)).toEqual([]);
    expect(faults('MX', { target: label(63) }, domain)).toEqual(['target: target is not valid']);
  });

  it.each(['NS', 'CNAME', 'PTR'] as const)('%s refuses an empty target', (type) => {
    expect(faults(type, { name: 'a', target: '' })).toEqual(['target: target is not valid']);
    expect(faults(type, { name: 'a', target: '.' })).toEqual(['target: target is not valid']);
  });
});
