import { normaliseDomain } from '../../src/domain/domain-name.rules.js';
import { isAllDigits, toAscii } from '../../src/domain/names.rules.js';

const label = (length: number) => 'a'.repeat(length);
const longest = `${label(63)}.${label(63)}.${label(63)}.${label(61)}`;

describe('[D-91] domain names are normalised', () => {
  it.each([
    ['as it is', 'example.com', 'example.com'],
    ['lower case', 'Example.COM', 'example.com'],
    ['final period', 'example.com.', 'example.com'],
    ['Unicode to A-labels', 'Bücher.example', 'xn--bcher-kva.example'],
    ['sharp s by UTS 46, not as ss', 'faß.de', 'xn--fa-hia.de'],
    ['full-width letters and ideographic full stop', 'ＡＢ。com', 'ab.com'],
    ['full-width digits are digits, no address', '１２３.com', '123.com'],
    ['an A-label given as such', 'XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['reverse zone of IPv4', '2.0.192.in-addr.arpa', '2.0.192.in-addr.arpa'],
    ['digits in all but the last label', '123.456.org', '123.456.org'],
    ['label of 63', `${label(63)}.com`, `${label(63)}.com`],
    ['253 characters', longest, longest],
    ['253 characters and a final period', `${longest}.`, longest],
  ])('%s', (_reason, given, stored) => {
    expect(normaliseDomain(given)).toBe(stored);
  });
});

describe('[D-91] names that are not valid', () => {
  it.each([
    ['empty', ''],
    ['one label', 'localhost'],
    ['one label and a period', 'com.'],
    ['the root', '.'],
    ['empty label', 'a..com'],
    ['leading period', '.example.com'],
    ['two final periods', 'example.com..'],
    ['label of 64', `${label(64)}.com`],
    ['254 characters', `${label(63)}.${label(63)}.${label(63)}.${label(62)}`],
    ['leading hyphen', '-a.com'],
    ['trailing hyphen', 'a-.com'],
    ['underscore', 'a_b.com'],
    ['wildcard', '*.example.com'],
    ['an IPv4 address', '192.0.2.1'],
    ['last label all digits', 'example.123'],
    ['full-width IPv4 address', '１９２.０.２.１'],
    ['space', 'exa mple.com'],
    ['tab', 'exa\tmple.com'],
    ['path', 'example.com/x'],
    ['port', 'example.com:53'],
    ['percent encoding', 'ex%61mple.com'],
    ['Unicode beside a slash', 'bü/cher.com'],
    ['Unicode that maps to a slash', 'a℀.com'],
    ['Unicode without A-label', 'a\u200d.com'],
    ['only a soft hyphen', '\u00ad.com'],
    ['lone surrogate', 'a\ud800.com'],
  ])('%s', (_reason, given) => {
    expect(normaliseDomain(given)).toBeUndefined();
  });
});

describe('[D-91] [D-100] Unicode by UTS 46, label by label', () => {
  const SOFT_HYPHEN = '\u00ad';
  it.each([
    ['ASCII stays as it is, whatever it is', 'A_b*.-/ c..', 'A_b*.-/ c..'],
    ['a label of ASCII beside one of Unicode stays too', 'Www.*.BÜCHER', 'Www.*.xn--bcher-kva'],
    ['every full stop of UTS 46', 'ü。a．b｡c', 'xn--tda.a.b.c'],
    ['digits, hyphen and underscore beside Unicode', 'A1-_ü', 'xn--a1-_-3ra'],
    ['what UTS 46 leaves out', `a${SOFT_HYPHEN}b`, 'ab'],
    ['1000 characters', `ü${SOFT_HYPHEN.repeat(999)}`, 'xn--tda'],
    ['1001 characters', `ü${SOFT_HYPHEN.repeat(1000)}`, undefined],
    ['1001 characters of ASCII', 'a'.repeat(1001), 'a'.repeat(1001)],
    ['nothing left of a label', SOFT_HYPHEN, undefined],
    ['one label without an A-label', 'ü.a\u200d.ü', undefined],
    ['a space beside Unicode', 'ü a', undefined],
    ['a star beside Unicode', '*ü', undefined],
    ['an at sign after Unicode', 'ü@', undefined],
    ['Unicode that maps to a full stop', 'ü․a', undefined],
    ['a lone surrogate', 'a\ud800', undefined],
  ])('%s', (_reason, name, ascii) => {
    expect(toAscii(name)).toBe(ascii);
  });
});

it.each([
  ['0', true],
  ['0123456789', true],
  ['a1', false],
  ['1a', false],
  ['', false],
])('[D-91] [D-101] %j is all digits: %s', (label, digits) => {
  expect(isAllDigits(label)).toBe(digits);
});
