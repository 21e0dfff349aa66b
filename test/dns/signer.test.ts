import pg from 'pg';
import { done } from '../support/makers.js';
import { query } from '../support/sql.js';
import { SigningService } from './signing-service.js';
import { until } from './until.js';

const [PRIMARY, SIGNER, SECONDARY] = ['127.0.0.189', '127.0.0.190', '127.0.0.191'];
const OTHER_KEY = `hmac-sha256:secondaries.example:${Buffer.alloc(32, 6).toString('base64')}`;

/** Ends the connections that wait for the signer's lock of a zone. */
const END_WAITING = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;

let service: SigningService;
beforeAll(async () => {
  service = await SigningService.start(PRIMARY, SIGNER, SECONDARY);
}, 60_000);
afterAll(() => service?.stop());

async function makeSigned(...records: Parameters<SigningService['makeZone']>[0]) {
  const zone = await service.makeZone(records);
  done(await service.client.post(`/domains/${zone.id}/dnssec`));
  await service.followed(zone.domain);
  return zone;
}

async function add(id: number, name: string): Promise<void> {
  done(await service.client.post(`/domains/${id}/records`, { type: 'A', name, target: '192.0.2.9' }));
}

const serialOf = async (domain: string) => (await service.primary.short(domain, 'SOA'))[0]!.split(' ')[2]!;

/** What the signer says has changed since a serial. */
async function changesSince(serial: string, domain: string): Promise<string[]> {
  const key = service.settings.TSIG_KEY;
  const lines = await service.signer.dig('+noall', '+answer', '-y', key, domain, `IXFR=${serial}`);
  return lines.filter((line) => !line.startsWith(';') && !/\sTSIG\s/.test(line));
}

const status = (...question: string[]) => service.signer.status('+tcp', ...question);
const withKey = () => ['-y', service.settings.TSIG_KEY];

/** The signatures of the name's addresses, as the signer transfers them. */
async function signaturesOf(domain: string, name: string): Promise<string[]> {
  const lines = await service.signer.transfer(domain, '127.0.0.1', service.settings.TSIG_KEY);
  const of = lines.filter((line) => line.startsWith(`${name}.${domain}.`) && /\sRRSIG\sA\s/.test(line));
  return of.map((line) => line.replace(/.*\sRRSIG\s/, ''));
}

/** The lines of a zone without its signatures, of which no two are alike. */
function unsigned(lines: readonly string[]): string[] {
  const records = lines.filter((line) => !/\sIN\s+RRSIG\s/.test(line));
  return [...new Set(records.map((line) => line.replace(/\s+/g, ' ').toLowerCase()))].sort();
}

describe('[D-290] the signer transfers', () => {
  it('[D-244] what PowerDNS would sign: records of all types, wildcards, delegations, empty names', async () => {
    const { id, domain } = await makeSigned(
      ['A', '', '192.0.2.1'],
      ['AAAA', 'www', '2001:db8::1'],
      ['A', '*.wild', '192.0.2.3'],
      ['MX', '', 'mail.example.org'],
      ['CNAME', 'alias', 'www.example.org'],
      ['TXT', 'text', 'a "quoted" \\ text, ünïcode'],
      ['TXT', 'long', 'x'.repeat(600)],
      ['TXT', 'deep.empty', 'below an empty name'],
      ['NS', 'sub', 'ns.sub.example.org'],
      ['A', 'glue.sub', '192.0.2.4'],
      ['PTR', 'pointer', 'host.example.org'],
    );
    const more = [
      {
        type: 'SRV',
        service: 'sip',
        protocol: 'tcp',
        target: 'sip.example.org',
        priority: 1,
        weight: 2,
        port: 5060,
      },
      { type: 'CAA', name: '', tag: 'issue', target: 'ca.example.org' },
      { type: 'A', name: 'www', target: '192.0.2.6', ttl_sec: 300 },
    ];
    for (const record of more) done(await service.client.post(`/domains/${id}/records`, record));
    await service.followed(domain);
    const transfer = (from: 'primary' | 'signer') =>
      service[from].transfer(domain, '127.0.0.1', service.settings.TSIG_KEY);
    expect(unsigned(await transfer('signer'))).toEqual(unsigned(await transfer('primary')));
    await service.verified(domain);
  });

  it('[D-294] texts that fill a message each', async () => {
    const long = (name: string) => ['TXT', name, name.repeat(64_900)] as const;
    const { domain } = await makeSigned(long('a'), long('b'), long('c'));
    const lines = await service.signer.transfer(domain, '127.0.0.1', service.settings.TSIG_KEY);
    const texts = lines.filter((line) => /\sIN\s+TXT\s/.test(line));
    expect(texts.map((line) => line.length > 64_900)).toEqual([true, true, true]);
    for (const name of ['a', 'b', 'c'])
      expect(await service.secondary.short('+tcp', `${name}.${domain}`, 'TXT')).toHaveLength(1);
  });

  it('what has changed, and keeps the other signatures', async () => {
    const { id, domain } = await makeSigned(['A', 'kept', '192.0.2.1'], ['A', 'next', '192.0.2.2']);
    await add(id, 'first');
    await service.followed(domain);
    // A zone that was just signed may still come from PowerDNS once.
    const before = await signaturesOf(domain, 'kept');
    const serial = await serialOf(domain);
    await add(id, 'new');
    await service.followed(domain);
    expect(before).toHaveLength(1);
    expect(await signaturesOf(domain, 'kept')).toEqual(before);
    // Four times the SOA record, twice its signature; the new record and its NSEC3 record; the one before that, old and new.
    expect(await changesSince(serial, domain)).toHaveLength(4 + 2 + 2 + 2 + 4);
    await service.verified(domain);
  });

  it('several changes one after the other, and the whole zone when they are too many', async () => {
    const { id, domain } = await makeSigned(['A', 'www', '192.0.2.1']);
    const whole = (await service.signer.transfer(domain, '127.0.0.1', service.settings.TSIG_KEY)).length;
    const serial = await serialOf(domain);
    for (const name of ['one', 'two', 'three']) {
      await add(id, name);
      await service.followed(domain);
    }
    const soas = (await changesSince(serial, domain)).filter((line) => /\sIN\s+SOA\s/.test(line));
    expect(soas.length).toBeGreaterThanOrEqual(4);
    await query(service.app, 'DELETE FROM pdns.kept_changes');
    const answer = await changesSince(serial, domain);
    expect(answer.filter((line) => /\sIN\s+SOA\s/.test(line))).toHaveLength(2);
    expect(answer.length).toBeGreaterThan(whole);
  });

  it('one zone to a secondary that holds other signatures of the same serial', async () => {
    const { id, domain } = await makeSigned(['A', 'www', '192.0.2.1'], ['A', 'other', '192.0.2.1']);
    // As after a crash of the database: tables that are not logged are empty then.
    await query(service.app, 'TRUNCATE pdns.kept_zones CASCADE');
    expect(await status(...withKey(), domain, 'SOA')).toBe('NOERROR');
    await add(id, 'new');
    await until(async () => (await service.secondary.short(`new.${domain}`, 'A')).length === 1);
    for (const name of ['www', 'other', 'new']) {
      const served = await service.secondary.short(`${name}.${domain}`, 'RRSIG');
      expect([name, served]).toEqual([name, await signaturesOf(domain, name)]);
    }
  });
});

describe('[D-246] the signer', () => {
  it('tells nobody else anything', async () => {
    const { domain } = await makeSigned(['A', 'www', '192.0.2.1']);
    expect(await service.signer.transfer(domain)).toEqual([]);
    expect(await status(domain, 'SOA')).toBe('REFUSED');
    expect(await status('-y', OTHER_KEY, domain, 'SOA')).toBe('REFUSED');
    expect(await status(...withKey(), `www.${domain}`, 'A')).toBe('REFUSED');
    expect(await status(...withKey(), domain, 'SOA')).toBe('NOERROR');
  });

  it('goes on after its connection to the database has ended while it signs', async () => {
    const { id, domain } = await makeSigned(['A', 'www', '192.0.2.1']);
    const other = new pg.Client({ connectionString: service.app.databaseUrl });
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1, $2)', [0x51_6e_65_64, id]);
    await add(id, 'new');
    const asked = status(...withKey(), domain, 'SOA');
    await until(async () => (await other.query(END_WAITING)).rows.length > 0);
    expect(await asked).toBe('SERVFAIL');
    await other.end();
    expect(await status(...withKey(), domain, 'SOA')).toBe('NOERROR');
  });

  it('knows no zone that is not signed', async () => {
    const { domain } = await service.makeZone([['A', 'www', '192.0.2.1']]);
    expect(await status(...withKey(), domain, 'SOA')).toBe('NOTAUTH');
    expect(await status(...withKey(), 'nowhere.example', 'SOA')).toBe('NOTAUTH');
  });
});
