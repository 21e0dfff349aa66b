import { buildRecord, type RecordDraft } from '../../src/domain/records/record.rules.js';
import { conflictOf } from '../../src/domain/records/record-conflict.rules.js';
import type { RecordTypeName } from '../../src/domain/records/record-type.js';
import { Invalid } from '../../src/shared/errors/errors.js';

const label = (length: number) => 'a'.repeat(length);

function build(type: RecordTypeName, draft: RecordDraft, domain = 'example.com', remoteAddress = '192.0.2.99') {
  return buildRecord(type, draft, { domain, remoteAddress });
}

/** `field: reason` of each fault. */
function faults(type: RecordTypeName, draft: RecordDraft, domain?: string, remoteAddress?: string): string[] {
  try {
    build(type, draft, domain, remoteAddress);
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.faults.map(({ field, reason }) => `${field}: ${reason}`);
  }
}

const SRV = { service: 'sip', protocol: 'tcp', target: 'sip', priority: 10, weight: 60, port: 5060 };

describe('[D-100] names as they are stored', () => {
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
    ['slash for PTR', 'PTR', '0/25', '0/25'],
    ['label of 63', 'A', label(63), label(63)],
    ['100 characters', 'A', `${label(63)}.${label(36)}`, `${label(63)}.${label(36)}`],
  ] as const)('%s', (_reason, type, name, stored) => {
    const target = type === 'A' ? '192.0.2.1' : 'host.example.org';
    expect(build(type, { name, target }).name).toBe(stored);
  });

  it('Unicode in the suffix', () => {
    expect(build('A', { name: 'www.bücher.example', target: '192.0.2.1' }, 'xn--bcher-kva.example').name).toBe('www');
  });

  it('slash for NS and CNAME too', () => {
    expect(build('NS', { name: '0/25', target: 'ns.example.org' }).name).toBe('0/25');
    expect(build('CNAME', { name: '1', target: '1.0/25.2.0.192.in-addr.arpa' }).rdata).toBe('1.0/25.2.0.192.in-addr.arpa.');
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
    ['label of 64', 'A', label(64), invalid],
    ['wildcard not whole', 'A', '*a', invalid],
    ['wildcard not left-most', 'A', 'a.*', invalid],
    ['wildcard for NS', 'NS', '*', invalid],
    ['slash for A', 'A', '0/25', invalid],
    ['backslash', 'A', 'a\\.b', invalid],
    ['quote', 'A', 'a"', invalid],
    ['line break', 'A', 'a\nb', invalid],
    ['Unicode without A-label', 'A', 'a\u200d', invalid],
    ['101 characters', 'A', `${label(63)}.${label(37)}`, tooLong],
    ['no string', 'A', 5, 'name: name is not valid'],
    ['U+0000', 'A', 'a\0', 'name: name is not valid'],
  ] as const)('%s', (_reason, type, name, fault) => {
    const target = type === 'A' ? '192.0.2.1' : 'host.example.org';
    expect(faults(type, { name, target })).toEqual([fault]);
  });

  it('253 in all, with the domain', () => {
    const domain = `${label(63)}.${label(63)}.${label(61)}`;
    expect(faults('A', { name: label(63), target: '192.0.2.1' }, domain)).toEqual([]);
    expect(faults('A', { name: `b.${label(62)}`, target: '192.0.2.1' }, domain)).toEqual([tooLong]);
  });
});

describe('[Records] A and AAAA', () => {
  const fault = 'target: Invalid IPv4 or IPv6 address';
  it.each([
    ['A', '192.0.2.1', []],
    ['A', '192.0.2.01', [fault]],
    ['A', '192.0.2', [fault]],
    ['A', '192.0.2.1.', [fault]],
    ['A', '0xc0.0.2.1', [fault]],
    ['A', '2001:db8::1', [fault]],
    ['A', 'host.example.com', [fault]],
    ['A', '', [fault]],
    ['A', '[remote_addr]', []],
    ['AAAA', '2001:DB8::1', []],
    ['AAAA', '::ffff:192.0.2.1', []],
    ['AAAA', '2001:db8::1.', [fault]],
    ['AAAA', 'fe80::1%eth0', [fault]],
    ['AAAA', '192.0.2.1', [fault]],
    ['AAAA', '[remote_addr]', [fault]],
  ] as const)('%s %s', (type, target, expected) => {
    expect(faults(type, { target })).toEqual(expected);
  });

  it('AAAA is shown as sent', () => {
    expect(build('AAAA', { target: '2001:DB8:0::1' }).target).toBe('2001:DB8:0::1');
  });

  it('[remote_addr] is stored as the address of the caller', () => {
    expect(build('A', { target: '[remote_addr]' }).target).toBe('192.0.2.99');
    expect(build('A', { target: '[remote_addr]' }, 'example.com', '::ffff:192.0.2.7').target).toBe('192.0.2.7');
    expect(build('AAAA', { target: '[remote_addr]' }, 'example.com', '2001:db8::9').target).toBe('2001:db8::9');
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
    [`${label(63)}.${label(63)}.${label(63)}.${label(61)}`, `${label(63)}.${label(63)}.${label(63)}.${label(61)}.`],
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
  ])('%s is refused', (_reason, target) => {
    expect(faults('MX', { target })).toEqual(['target: target is not valid']);
  });

  it('a relative target has 253 with its zone', () => {
    const domain = `${label(63)}.${label(63)}.${label(62)}`;
    expect(faults('MX', { target: label(62) }, domain)).toEqual([]);
    expect(faults('MX', { target: label(63) }, domain)).toEqual(['target: target is not valid']);
  });

  it.each(['NS', 'CNAME', 'PTR'] as const)('%s has no empty target', (type) => {
    expect(faults(type, { name: 'a', target: '' })).toEqual(['target: target is not valid']);
    expect(faults(type, { name: 'a', target: '.' })).toEqual(['target: target is not valid']);
  });
});

describe('[Records] MX', () => {
  it('priority is 0 by default', () => {
    expect(build('MX', { target: 'mail' }).priority).toBe(0);
  });

  it.each(['', '.'])('target %j is the null MX: stored as nothing, priority 0', (target) => {
    expect(build('MX', { target, priority: 5 })).toMatchObject({ target: '', rdata: '.', priority: 0 });
  });

  it('priority 0..255', () => {
    expect(faults('MX', { target: 'mail', priority: 256 })).toEqual(['priority: Must be 0-255']);
    expect(faults('MX', { target: 'mail', priority: '5' })).toEqual(['priority: priority is not valid']);
  });
});

describe('[Records] CNAME', () => {
  it.each([
    [undefined, 'name: name is required'],
    ['', 'name: name is required'],
    ['@', 'name: name is not valid'],
    ['example.com', 'name: name is not valid'],
  ])('name %j', (name, fault) => {
    expect(faults('CNAME', { name, target: 'host' })).toEqual([fault]);
  });
});

describe('[Records] SRV', () => {
  it('is named after service and protocol, whatever name says; its target is made absolute', () => {
    expect(build('SRV', { ...SRV, name: 'ignored name', service: '_sip' })).toMatchObject({
      name: '_sip._tcp',
      service: 'sip',
      protocol: 'tcp',
      target: 'sip.example.com',
      rdata: 'sip.example.com.',
    });
  });

  it('a target with a period is shown as sent, "." is none', () => {
    expect(build('SRV', { ...SRV, target: 'sip.other.example.' }).target).toBe('sip.other.example.');
    expect(build('SRV', { ...SRV, target: '.' })).toMatchObject({ target: '.', rdata: '.' });
  });

  it('all five are required, told in the order of the request', () => {
    expect(faults('SRV', {})).toEqual([
      'target: target is required',
      'priority: priority is required',
      'weight: weight is required',
      'port: port is required',
      'service: service is required',
      'protocol: protocol is required',
    ]);
  });

  it.each([
    ['weight', 65536, 'Must be 0-65535'],
    ['port', -1, 'Must be 0-65535'],
    ['port', 5060.5, 'port is not valid'],
    ['service', label(63), 'service is not valid'],
    ['service', '', 'service is not valid'],
    ['service', '__x', 'service is not valid'],
    ['protocol', 'a.b', 'protocol is not valid'],
  ])('%s %j', (field, value, reason) => {
    expect(faults('SRV', { ...SRV, [field]: value })).toEqual([`${field}: ${reason}`]);
  });
});

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
  ])('%s %s', (tag, target) => {
    expect(faults('CAA', { tag, target })).toEqual([]);
  });

  it.each([
    ['final period', 'issue', 'ca.example.org.'],
    ['not ASCII', 'issue', 'cä.example.org'],
    ['control character', 'issue', 'ca.example.org\t'],
    ['parameter without value', 'issue', 'ca.example.org; policy'],
    ['two domains', 'issue', 'ca.example.org other.example'],
    ['underscore', 'issue', 'c_a.example.org'],
    ['an address to report to', 'issue', 'mailto:a@example.com'],
    ['no address', 'iodef', 'mailto:'],
    ['nothing to report to', 'iodef', ''],
    ['another scheme', 'iodef', 'ftp://example.com'],
  ])('%s is refused', (_reason, tag, target) => {
    expect(faults('CAA', { tag, target })).toEqual(['target: target is not valid']);
  });

  it('tag is required and one of three', () => {
    expect(faults('CAA', { target: 'ca.example.org' })).toEqual(['tag: tag is required']);
    expect(faults('CAA', { tag: 'x', target: 'ca.example.org' })).toEqual([
      'tag: Must be one of issue, issuewild, iodef',
    ]);
  });
});

describe('[Records] target', () => {
  it('is required', () => {
    expect(faults('TXT', {})).toEqual(['target: target is required']);
    expect(faults('TXT', { target: null })).toEqual(['target: target is required']);
  });

  it('has at most 65535 characters', () => {
    expect(faults('TXT', { target: 'ü'.repeat(65535) })).toEqual([]);
    expect(faults('TXT', { target: 'a'.repeat(65536) })).toEqual(['target: Length must be 0-65535 characters']);
  });

  it('is a string without U+0000', () => {
    expect(faults('TXT', { target: 5 })).toEqual(['target: target is not valid']);
    expect(faults('TXT', { target: 'a\0' })).toEqual(['target: target is not valid']);
  });

  it('TXT is any text, also none', () => {
    expect(build('TXT', { target: '' })).toMatchObject({ target: '', rdata: '""' });
  });
});

it('[D-99] fields of other types are left unread and stored as 0 or null', () => {
  const foreign = { priority: 'x', weight: -1, port: [], service: 5, protocol: {}, tag: 'none' };
  expect(build('A', { target: '192.0.2.1', ...foreign })).toEqual({
    type: 'A',
    name: '',
    target: '192.0.2.1',
    rdata: '192.0.2.1',
    ttlSec: 0,
    priority: 0,
    weight: 0,
    port: 0,
    service: null,
    protocol: null,
    tag: null,
  });
});

it('[D-27] all faults at once, in the order of the request', () => {
  expect(faults('MX', { name: 'a b', target: 'a b', priority: -1, ttl_sec: -1 })).toEqual([
    'name: Name contains invalid characters',
    'target: target is not valid',
    'priority: Must be 0-255',
    'ttl_sec: Must be 0-2147483647',
  ]);
});

describe('[D-102] what can stand at one name', () => {
  const alias = { type: 'CNAME', rdata: 'a' } as const;
  const address = { type: 'A', rdata: '192.0.2.1' } as const;
  const exchanger = { type: 'MX', rdata: 'mail' } as const;
  const noMail = { type: 'MX', rdata: '.' } as const;
  const unique = { field: 'name', reason: 'Record conflict - CNAMES must be unique' };
  const onlyMx = { field: 'target', reason: 'A null MX record must be the only MX record of its name.' };
  it.each([
    ['nothing else', alias, [], undefined],
    ['CNAME beside A', alias, [address], unique],
    ['A beside CNAME', address, [alias], unique],
    ['CNAME beside CNAME', alias, [alias], unique],
    ['A beside A', address, [address], undefined],
    ['MX beside MX', exchanger, [exchanger], undefined],
    ['null MX beside MX', noMail, [exchanger], onlyMx],
    ['MX beside null MX', exchanger, [noMail], onlyMx],
    ['two null MX', noMail, [noMail], onlyMx],
    ['null MX beside A', noMail, [address], undefined],
  ])('%s', (_reason, record, neighbours, conflict) => {
    expect(conflictOf(record, neighbours)).toEqual(conflict);
  });
});
