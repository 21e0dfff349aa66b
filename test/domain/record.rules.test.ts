import { buildRecord, type RecordDraft } from '../../src/domain/records/record.rules.js';
import { build, CONTEXT, faults, faultsOf } from './built-record.js';

const label = (length: number) => 'a'.repeat(length);

const SRV = { service: 'sip', protocol: 'tcp', target: 'sip', priority: 10, weight: 60, port: 5060 };

describe('[Records] A and AAAA', () => {
  const fault = 'target: Invalid IPv4 or IPv6 address';
  it.each([
    ['A', '192.0.2.1', []],
    ['A', '192.0.2.01', [fault]],
    ['A', '192.0.2', [fault]],
    ['A', '192.0.2.1.', [fault]],
    ['A', '0xc0.0.2.1', [fault]],
    ['A', 'host.example.com', [fault]],
    ['A', '', [fault]],
    ['A', '[remote_addr]', []],
    ['AAAA', '2001:DB8::1', []],
    ['AAAA', '::ffff:192.0.2.1', []],
    ['AAAA', '2001:db8::1.', [fault]],
    ['AAAA', 'fe80::1%eth0', [fault]],
    ['AAAA', '2001:db8::1.2', [fault]],
  ] as const)('%s %s', (type, target, expected) => {
    expect(faults(type, { target })).toEqual(expected);
  });

  it.each([
    ['A', '2001:db8::1', 'AAAA'],
    ['AAAA', '192.0.2.1', 'A'],
    ['AAAA', '[remote_addr]', 'A'],
  ] as const)('[D-264] %s with %s becomes %s', (type, target, stored) => {
    expect(build(type, { target }).type).toBe(stored);
  });

  it('AAAA is shown as sent', () => {
    expect(build('AAAA', { target: '2001:DB8:0::1' }).target).toBe('2001:DB8:0::1');
  });

  it.each([
    ['::192.0.2.1', '::c000:201'],
    ['::0.0.0.1', '::1'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ])('AAAA %s is rendered as %s', (target, rdata) => {
    expect(build('AAAA', { target })).toMatchObject({ target, rdata });
  });

  it('[remote_addr] is stored as the address of the caller', () => {
    expect(build('A', { target: '[remote_addr]' }).target).toBe('192.0.2.99');
    expect(build('A', { target: '[remote_addr]' }, 'example.com', '::ffff:192.0.2.7').target).toBe(
      '192.0.2.7',
    );
    expect(build('AAAA', { target: '[remote_addr]' }, 'example.com', '2001:db8::9').target).toBe(
      '2001:db8::9',
    );
  });
});

describe('[Records] MX', () => {
  it('priority is 0 by default', () => {
    expect(build('MX', { target: 'mail' }).priority).toBe(0);
  });

  it.each(['', '.'])('target %j is the null MX: stored empty, with priority 0', (target) => {
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
  it('gets its name from service and protocol, and an absolute target', () => {
    expect(build('SRV', { ...SRV, name: 'ignored name', service: '_sip' })).toMatchObject({
      name: '_sip._tcp',
      service: 'sip',
      protocol: 'tcp',
      target: 'sip.example.com',
      rdata: 'sip.example.com.',
    });
  });

  it('shows a target with a period as sent; "." is no host', () => {
    expect(build('SRV', { ...SRV, target: 'sip.other.example.' }).target).toBe('sip.other.example.');
    expect(build('SRV', { ...SRV, target: '.' })).toMatchObject({ target: '.', rdata: '.' });
  });

  it.each(['a b', 'a\u200d', '*', '', '192.0.2.1'])('target %j is not valid', (target) => {
    expect(faults('SRV', { ...SRV, target })).toEqual(['target: target is not valid']);
  });

  it('drops a leading underscore of service and protocol', () => {
    expect(build('SRV', { ...SRV, service: '_a', protocol: '_b' })).toMatchObject({
      service: 'a',
      protocol: 'b',
    });
  });

  it.each([
    ['priority', 0],
    ['priority', 255],
    ['weight', 65535],
    ['port', 65535],
    ['service', label(62)],
    ['service', '_my_service'],
    ['protocol', undefined],
    ['protocol', null],
    ['protocol', '-'],
  ])('%s %j', (field, value) => {
    expect(faults('SRV', { ...SRV, [field]: value })).toEqual([]);
  });

  it('[D-100] its name and its domain have at most 253 characters together', () => {
    const domain = `${label(63)}.${label(63)}.${label(63)}.${label(51)}`;
    expect(faults('SRV', SRV, domain)).toEqual([]);
    expect(faults('SRV', { ...SRV, service: 'sips' }, domain)).toEqual(['service: service is not valid']);
  });

  it('[D-261] a service keeps its inner underscores, and the protocol is tcp unless given', () => {
    expect(build('SRV', { ...SRV, service: '_my_service', protocol: undefined })).toMatchObject({
      name: '_my_service._tcp',
      service: 'my_service',
      protocol: 'tcp',
    });
  });

  it('[D-261] reports all missing fields but the protocol, in the order of the request', () => {
    expect(faults('SRV', {})).toEqual([
      'target: target is required',
      'priority: priority is required',
      'weight: weight is required',
      'port: port is required',
      'service: service is required',
    ]);
  });

  it.each([
    ['weight', 65536, 'Must be 0-65535'],
    ['port', -1, 'Must be 0-65535'],
    ['port', 5060.5, 'port is not valid'],
    ['service', label(63), 'service is not valid'],
    ['service', '', 'service is not valid'],
    ['service', 5, 'service is not valid'],
    ['service', '__x', 'service is not valid'],
    ['service', 'x_', 'service is not valid'],
    ['protocol', 'a_b', 'protocol is not valid'],
    ['protocol', 'a.b', 'protocol is not valid'],
  ])('%s %j', (field, value, reason) => {
    expect(faults('SRV', { ...SRV, [field]: value })).toEqual([`${field}: ${reason}`]);
  });
});

describe('[Records] type', () => {
  const oneOf = 'type: Must be one of A, AAAA, NS, MX, CNAME, TXT, SRV, PTR, CAA';
  const of = (type: unknown, draft: RecordDraft = { target: 'a' }) =>
    faultsOf(() => buildRecord(type, draft, CONTEXT));
  it.each([
    ['none', undefined, 'type: type is required'],
    ['null', null, 'type: type is required'],
    ['no string', 5, 'type: type is not valid'],
    ['a list', ['A'], 'type: type is not valid'],
    ['another', 'SOA', oneOf],
    ['lower case', 'a', oneOf],
    ['a name that every object has', 'toString', oneOf],
  ])('%s', (_reason, type, fault) => {
    expect(of(type)).toEqual([fault]);
  });

  it('[D-27] without a valid type, only the rules of all types are checked', () => {
    const draft = { name: 'a b', target: 5, priority: -1, service: '', tag: 'x', ttl_sec: -1 };
    expect(of('SOA', draft)).toEqual([oneOf, 'target: target is not valid', 'ttl_sec: Must be 0-2147483647']);
  });
});

describe('[Records] target', () => {
  it('is required', () => {
    expect(faults('TXT', {})).toEqual(['target: target is required']);
    expect(faults('TXT', { target: null })).toEqual(['target: target is required']);
  });

  it('has at most 65535 characters', () => {
    expect(faults('A', { target: 'a'.repeat(65535) })).toEqual(['target: Invalid IPv4 or IPv6 address']);
    expect(faults('TXT', { target: 'a'.repeat(65536) })).toEqual([
      'target: Length must be 0-65535 characters',
    ]);
  });

  it.each([
    ['TXT', {}, ''],
    ['CAA', { tag: 'issue' }, 'ca.example; a='],
  ] as const)(
    '[D-109] [D-294] of %s has no form for zone files beyond 64,900 bytes: DNS can carry no more',
    (type, more, head) => {
      const ofBytes = (bytes: number) => ({ ...more, target: head.padEnd(bytes, 'a') });
      expect(build(type, ofBytes(64_900)).rdata).not.toBeNull();
      expect(build(type, ofBytes(64_901)).rdata).toBeNull();
      expect(build(type, ofBytes(65_535)).rdata).toBeNull();
      expect(faults(type, ofBytes(65_536))).toEqual(['target: Length must be 0-65535 characters']);
    },
  );

  it('[D-109] counts bytes of a text', () => {
    expect(build('TXT', { target: 'ü'.repeat(32_450) }).rdata).not.toBeNull();
    expect(build('TXT', { target: 'ü'.repeat(32_451) })).toMatchObject({
      target: 'ü'.repeat(32_451),
      rdata: null,
    });
  });

  it('is a string without U+0000', () => {
    expect(faults('TXT', { target: 5 })).toEqual(['target: target is not valid']);
    expect(faults('TXT', { target: 'a\0' })).toEqual(['target: target is not valid']);
  });

  it('of TXT is any text, even an empty one', () => {
    expect(build('TXT', { target: '' })).toMatchObject({ target: '', rdata: '""' });
  });
});

it('[D-99] fields of other types are ignored, and stored as 0 or null', () => {
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

it('[D-27] reports all faults at once, in the order of the request', () => {
  expect(faults('MX', { name: 'a b', target: 'a b', priority: -1, ttl_sec: -1 })).toEqual([
    'name: Name contains invalid characters',
    'target: target is not valid',
    'priority: Must be 0-255',
    'ttl_sec: Must be 0-2147483647',
  ]);
});

it('[D-10] [D-98] ttl_sec is an integer', () => {
  expect(faults('A', { target: '192.0.2.1', ttl_sec: '300' })).toEqual(['ttl_sec: ttl_sec is not valid']);
  expect(build('A', { target: '192.0.2.1', ttl_sec: null }).ttlSec).toBe(0);
});
