import { build, faults } from './built-record.js';

const label = (length: number) => 'a'.repeat(length);

describe('[Records] CAA', () => {
  it.each([
    ['issue', 'ca.example.org'],
    ['issue', ''],
    ['issue', ';'],
    ['issuewild', 'ca.example.org; account=230123'],
    ['issue', 'ca.example.org; a=b; validationmethods=dns-01'],
    ['iodef', 'mailto:security@example.com'],
    ['iodef', 'https://example.com/report?a=b'],
    ['iodef', 'example.com'],
    ['iodef', 'MAILTO:a@b'],
    ['iodef', 'http://a'],
    ['iodef', 'https://example.com'],
    ['issue', 'localhost'],
    ['issue', '; policy-oid=ev--x'],
    ['issue', '; a--b=c'],
    ['issue', 'ca.example.org;a = b'],
    ['issue', 'ca.example.org; a   =   b'],
    ['issue', 'ca.example.org; a='],
    ['issue', 'ca.example.org; Abc9=!:<~'],
    ['issue', '  ca.example.org  ;  a=b  '],
    ['issue', `${label(63)}.${label(63)}.${label(63)}.${label(61)}`],
    ['issuewild', ';'],
  ])('%s %s', (tag, target) => {
    expect(faults('CAA', { tag, target })).toEqual([]);
  });

  it.each([
    ['final period', 'issue', 'ca.example.org.'],
    ['not ASCII', 'issue', 'cä.example.org'],
    ['control character', 'issue', 'ca.example.org\t'],
    ['parameter without value', 'issue', 'ca.example.org; policy'],
    ['two domains', 'issue', 'ca.example.org other.example'],
    ['parameter with a space in its value', 'issue', 'ca.example.org; a=b c'],
    ['parameter with a space in its name', 'issue', 'ca.example.org; a b=c'],
    ['parameter with a hyphen in front', 'issue', 'ca.example.org; -a=b'],
    ['parameter with a hyphen at the end', 'issue', 'ca.example.org; a-=b'],
    ['parameter without a name', 'issue', 'ca.example.org; =b'],
    ['parameter with an underscore', 'issue', 'ca.example.org; a_b=c'],
    ['nothing after a parameter', 'issue', 'ca.example.org; a=b;'],
    ['nothing between parameters', 'issue', 'ca.example.org; ; a=b'],
    ['delete', 'issue', 'ca.example.org; a=\x7f'],
    ['empty label', 'issue', 'ca..example.org'],
    ['254 characters', 'issue', `${label(63)}.${label(63)}.${label(63)}.${label(62)}`],
    ['254 characters', 'iodef', `${label(63)}.${label(63)}.${label(63)}.${label(62)}`],
    ['underscore', 'issuewild', 'c_a.example.org'],
    ['underscore', 'issue', 'c_a.example.org'],
    ['an address to report to', 'issue', 'mailto:a@example.com'],
    ['no address', 'iodef', 'mailto:'],
    ['nothing to report to', 'iodef', ''],
    ['no person', 'iodef', 'mailto:@example.com'],
    ['no host of a person', 'iodef', 'mailto:a@'],
    ['two at signs', 'iodef', 'mailto:a@b@example.com'],
    ['a space in an address', 'iodef', 'mailto:a b@example.com'],
    ['a space after an address', 'iodef', 'mailto:a@example.com b'],
    ['something before mailto', 'iodef', 'x mailto:a@example.com'],
    ['something before https', 'iodef', 'x https://example.com'],
    ['a space in a URL', 'iodef', 'https://example.com/a b'],
    ['no host', 'iodef', 'https:///report'],
    ['nothing after the scheme', 'iodef', 'https://'],
    ['parameters', 'iodef', 'example.com; a=b'],
    ['another scheme', 'iodef', 'ftp://example.com'],
  ])('%s is refused', (_reason, tag, target) => {
    expect(faults('CAA', { tag, target })).toEqual(['target: target is not valid']);
  });

  it.each([
    ['issue', `; a=${label(64_896)}`],
    ['issuewild', `; a=${label(64_896)}`],
    ['iodef', `http://${label(64_893)}`],
  ])('[D-109] %s: 64,900 bytes have their place in the zone, one more has none', (tag, target) => {
    expect(target).toHaveLength(64_900);
    expect(build('CAA', { tag, target }).rdata).toBe(`"${target}"`);
    expect(build('CAA', { tag, target: `${target}a` }).rdata).toBeNull();
  });

  it('the tag is required, and is one of three', () => {
    expect(faults('CAA', { target: 'ca.example.org' })).toEqual(['tag: tag is required']);
    expect(faults('CAA', { tag: 'x', target: 'ca.example.org' })).toEqual([
      'tag: Must be one of issue, issuewild, iodef',
    ]);
  });

  it.each([5, 'issue\0', ['issue']])('tag %j is not valid', (tag) => {
    expect(faults('CAA', { tag, target: '' })).toEqual(['tag: tag is not valid']);
  });

  it('[D-27] an invalid tag is reported, and not a target that depends on it', () => {
    const oneOf = 'tag: Must be one of issue, issuewild, iodef';
    expect(faults('CAA', { tag: 'x', target: 'mailto:a@example.org' })).toEqual([oneOf]);
    expect(faults('CAA', { target: 'mailto:a@example.org' })).toEqual(['tag: tag is required']);
    expect(faults('CAA', { tag: 'x', target: 'ends.' })).toEqual(['target: target is not valid', oneOf]);
  });
});
