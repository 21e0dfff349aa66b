import { chainOf, rangeBelow } from '../../src/domain/ownership/ownership.rules.js';
import { isReserved, ownNames } from '../../src/domain/ownership/reserved-names.rules.js';

describe('[D-202] reserved names', () => {
  it.each([
    ['a rule of the ICANN section', 'co.uk', true],
    ['a name below it', 'example.co.uk', false],
    ['a rule of the private section', 'github.io', true],
    ['a name below it', 'someone.github.io', false],
    ['a name below a wildcard rule', 'anything.ck', true],
    ['the exception of that rule', 'www.ck', false],
    ['an internationalised rule as A-labels', 'xn--55qx5d.cn', true],
    ['an unknown top-level name', 'example.test', false],
    ['a reserved name', 'provider.example', true],
    ['a name below a reserved name', 'a.b.provider.example', true],
    ['a name that only ends alike', 'otherprovider.example', false],
    ['a name above a reserved name', 'org.internal', false],
  ])('%s: %s', (_reason, domain, expected) => {
    expect(isReserved(domain, ['provider.example', 'deep.org.internal'])).toBe(expected);
  });

  it.each([
    ['ns1.provider.co.uk', ['provider.co.uk']],
    ['provider.com', ['provider.com']],
    ['ns1.someone.github.io', ['someone.github.io']],
    ['localhost', []],
    ['192.0.2.1', []],
    ['[2001:db8::1]', []],
  ])('of the host %s', (host, reserved) => {
    expect(ownNames([host])).toEqual(reserved);
  });
});

describe('[D-201] related names', () => {
  it('are the names above, without top-level names, and the name itself', () => {
    expect(chainOf('a.b.example.com')).toEqual(['example.com', 'b.example.com', 'a.b.example.com']);
  });

  it.each([
    ['a.example.com', true],
    ['a.b.example.com', true],
    ['example.com', false],
    ['-example.com', false],
    ['myexample.com', false],
    ['example.org', false],
  ])('%s below example.com: %s', (name, expected) => {
    const [from, to] = rangeBelow('example.com');
    const backwards = [...name].reverse().join('');
    expect(backwards >= from && backwards < to).toBe(expected);
  });
});
