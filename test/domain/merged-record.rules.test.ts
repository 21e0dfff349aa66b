import { mergeRecord, type RecordDraft } from '../../src/domain/records/record.rules.js';
import { build, CONTEXT, faultsOf } from './built-record.js';

/** Built inside the tests, so that a broken rule fails a test and not the whole file. */
const STORED = {
  A: () => build('A', { name: 'www', target: '192.0.2.1', ttl_sec: 3600 }),
  MX: () => build('MX', { name: 'm', target: 'mail', priority: 5 }),
  SRV: () =>
    build('SRV', { service: 'sip', protocol: 'tcp', target: 'sip', priority: 1, weight: 2, port: 3 }),
  CAA: () => build('CAA', { target: 'ca.example.org', tag: 'issue' }),
};
type Stored = keyof typeof STORED;

describe('[D-14] a change of a record', () => {
  it.each(Object.keys(STORED) as Stored[])('an empty change changes nothing: %s', (type) => {
    const stored = STORED[type]();
    expect(mergeRecord(stored, {}, CONTEXT)).toEqual(stored);
  });

  it.each<[string, Stored, RecordDraft, object]>([
    ['name', 'A', { name: 'a' }, { name: 'a' }],
    ['[D-15] name, cleared', 'A', { name: null }, { name: '' }],
    ['target', 'A', { target: '192.0.2.2' }, { target: '192.0.2.2', rdata: '192.0.2.2' }],
    ['[D-98] ttl_sec, rounded', 'A', { ttl_sec: 1950 }, { ttlSec: 3600 }],
    ['[D-98] ttl_sec, back to the default', 'A', { ttl_sec: 0 }, { ttlSec: 0 }],
    ['what is not there', 'A', { target: undefined, name: undefined }, {}],
    ['[D-99] a foreign field', 'A', { priority: 7 }, {}],
    ['priority', 'MX', { priority: 0 }, { priority: 0 }],
    ['weight', 'SRV', { weight: 0 }, { weight: 0 }],
    ['port', 'SRV', { port: 0 }, { port: 0 }],
    [
      '[D-100] service, and the name that is made of it',
      'SRV',
      { service: '_x' },
      { service: 'x', name: '_x._tcp' },
    ],
    [
      '[D-100] protocol, and the name that is made of it',
      'SRV',
      { protocol: 'udp' },
      { protocol: 'udp', name: '_sip._udp' },
    ],
    ['[D-100] the name of what is named after its service', 'SRV', { name: 'other' }, {}],
    ['tag', 'CAA', { tag: 'issuewild' }, { tag: 'issuewild' }],
  ])('%s', (_reason, type, draft, changed) => {
    const stored = STORED[type]();
    expect(mergeRecord(stored, draft, CONTEXT)).toEqual({ ...stored, ...changed });
  });

  it('a name that was valid under another domain stays, unless the request changes it', () => {
    const stored = { ...STORED.A(), name: 'example.com' };
    expect(mergeRecord(stored, { ttl_sec: 300 }, CONTEXT).name).toBe('example.com');
    expect(mergeRecord(stored, { name: 'example.com.' }, CONTEXT).name).toBe('');
  });

  it('[D-276] a name that is written back as it is shown stays, although it ends with the domain', () => {
    const shown = { name: 'www.example.com' };
    const stored = { ...STORED.A(), ...shown };
    expect(mergeRecord(stored, shown, CONTEXT)).toEqual(stored);
  });

  it('a name that is required stays, too', () => {
    const stored = { ...build('CNAME', { name: 'www', target: 'a.example.net' }), name: 'example.com' };
    expect(mergeRecord(stored, { ttl_sec: 300 }, CONTEXT)).toEqual({ ...stored, ttlSec: 300 });
  });

  it('[D-295] an address of the other family is a fault beside the others', () => {
    const faults = (stored: Stored, draft: RecordDraft) =>
      faultsOf(() => mergeRecord(STORED[stored](), draft, CONTEXT));
    expect(faults('A', { target: '2001:db8::1', ttl_sec: -1 })).toEqual([
      'target: Invalid IPv4 or IPv6 address',
      'ttl_sec: Must be 0-2147483647',
    ]);
    expect(faults('A', { target: '[remote_addr]' })).toEqual([]);
  });

  it('the merged record obeys the rules', () => {
    expect(
      faultsOf(() => mergeRecord(STORED.CAA(), { tag: 'iodef', target: 'ftp://example.com' }, CONTEXT)),
    ).toEqual(['target: target is not valid']);
  });
});
