import fc from 'fast-check';
import { iterations } from '../support/iterations.js';
import { done } from '../support/makers.js';
import { query } from '../support/sql.js';
import { startUnbound } from './programs.js';
import { found } from './signed-world.js';
import { SigningService } from './signing-service.js';

const [PRIMARY, SIGNER, SECONDARY, VALIDATOR] = ['127.0.0.166', '127.0.0.169', '127.0.0.167', '127.0.0.168'];
const CHANGES = iterations('DNSSEC_CHANGES', 100);
/** Between these numbers of records most names come and go. */
const [FEWEST, MOST] = [5, 40];

let service: SigningService;
beforeAll(async () => {
  service = await SigningService.start(PRIMARY, SIGNER, SECONDARY);
}, 60_000);
afterAll(() => service?.stop());

const NAMES = [
  '',
  'a',
  'b.a',
  'c.b.a',
  'x.y.z',
  'y.z',
  '*.w',
  'w',
  'deep.under.w',
  'sub',
  'ns.sub',
  'z.sub',
  'sub.y.z',
  'WWW',
];

const change = fc.record({
  kind: fc.constantFrom('create', 'create', 'update', 'delete'),
  which: fc.nat(1000),
  name: fc.constantFrom(...NAMES),
  type: fc.constantFrom('A', 'TXT', 'NS', 'MX', 'DS'),
  asked: fc.constantFrom(...NAMES, 'none', 'none.a', 'q.w', 'none.z'),
  askedType: fc.constantFrom('A', 'TXT', 'AAAA'),
});

it(
  `[D-244] after each of ${CHANGES} changes the next answer is valid`,
  async () => {
    const { id, domain } = await service.makeZone([['A', 'a', '192.0.2.1']]);
    done(await service.client.post(`/domains/${id}/dnssec`));
    const [key] = await service.primary.short(domain, 'DNSKEY');
    const validator = await startUnbound(VALIDATOR, PRIMARY, {
      trusted: [`${domain}. DNSKEY ${key}`],
      stub: domain,
    });
    const records: { id: number; type: string; name: string }[] = [];
    const seed = Number(process.env.DNSSEC_SEED ?? Date.now());
    try {
      for (const [turn, drawn] of fc.sample(change, { numRuns: CHANGES, seed }).entries()) {
        await apply(id, records, drawn);
        const [name, type] = question(domain, records, drawn);
        const status = await service.primary.status(name, type);
        const answer = await found(validator, name, type);
        expect([seed, turn, drawn, name, type, answer]).toEqual([
          seed,
          turn,
          drawn,
          name,
          type,
          `${status} secure`,
        ]);
        if (turn % 20 === 0) await service.verified(domain);
      }
      await service.followed(domain);
      await service.verified(domain);
    } finally {
      await validator.stop();
    }
    await expectSecondaryAlike(domain, key!, records);
  },
  60_000 + CHANGES * 2000,
);

/** The secondary answers as validly, and alike. */
async function expectSecondaryAlike(
  domain: string,
  key: string,
  records: readonly { type: string; name: string }[],
) {
  const { primary, secondary } = service;
  const validator = await startUnbound(VALIDATOR, SECONDARY, {
    trusted: [`${domain}. DNSKEY ${key}`],
    stub: domain,
  });
  try {
    for (const asked of [...NAMES, 'none', 'none.a', 'q.w']) {
      const [name, type] = question(domain, records, { asked, askedType: 'A' });
      expect([name, type, await secondary.short(name, type)]).toEqual([
        name,
        type,
        await primary.short(name, type),
      ]);
      const status = await primary.status(name, type);
      expect([name, type, await found(validator, name, type)]).toEqual([name, type, `${status} secure`]);
    }
  } finally {
    await validator.stop();
  }
}

type Drawn = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(
  id: number,
  records: { id: number; type: string; name: string }[],
  { kind, which, name, type }: Drawn,
): Promise<void> {
  const place = which % Math.max(records.length, 1);
  const record = records[place];
  const target = {
    A: `192.0.2.${which % 250}`,
    TXT: `text ${which}`,
    NS: `ns${which}.example.org`,
    MX: 'mail.example.org',
    DS: `${which} 13 2 ${'ab'.repeat(32)}`,
  };
  if (!record || records.length < FEWEST || (kind === 'create' && records.length < MOST)) {
    const possible = type === 'DS' && (name === '' || !isDelegating(records, name)) ? 'NS' : type;
    const body = { type: name.startsWith('*') ? 'A' : possible, name, target: '' };
    body.target = target[body.type as keyof typeof target];
    records.push(done(await service.client.post(`/domains/${id}/records`, body)));
  } else if (kind !== 'update') {
    done(await service.client.delete(`/domains/${id}/records/${record.id}`));
    records.splice(place, 1);
  } else if (record.type === 'DS') {
    const changed = { target: target.DS };
    records[place] = done(await service.client.put(`/domains/${id}/records/${record.id}`, changed));
  } else {
    const moved = record.type === 'NS' ? name.replace('*.', '') : name;
    records[place] = done(await service.client.put(`/domains/${id}/records/${record.id}`, { name: moved }));
  }
  const left = records.filter((one) => one.type !== 'DS' || isDelegating(records, one.name));
  records.splice(0, records.length, ...left);
}

/** DS records go with the last NS record of their name (D-293). */
function isDelegating(records: readonly { type: string; name: string }[], name: string): boolean {
  return records.some((one) => one.type === 'NS' && one.name.toLowerCase() === name.toLowerCase());
}

/** Below a delegation another zone answers: there, the delegation itself is asked about. */
function question(
  domain: string,
  records: readonly { type: string; name: string }[],
  { asked, askedType }: Pick<Drawn, 'asked' | 'askedType'>,
): [name: string, type: string] {
  const cuts = records
    .filter(({ type, name }) => type === 'NS' && name !== '')
    .map(({ name }) => name.toLowerCase());
  const name = asked.replace('*', 'any').toLowerCase();
  const above = cuts
    .filter((cut) => name === cut || name.endsWith(`.${cut}`))
    .sort((a, b) => a.length - b.length)[0];
  const full = (relative: string) => (relative === '' ? domain : `${relative}.${domain}`);
  return above === undefined ? [full(name), askedType] : [full(above), 'DS'];
}

it('[D-244] a zone of 12,000 records is signed at once, and soon on secondaries', async () => {
  const { id, domain } = await service.makeZone([]);
  await query(
    service.app,
    `INSERT INTO records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn, rdata)
     SELECT (SELECT account_id FROM domains WHERE id = $1), $1, 'A', 'h' || i, '192.0.2.1', 0, 0, 0, 0, now(), now(), 'h' || i || '.' || $2, '192.0.2.1'
     FROM generate_series(1, 12000) i`,
    [id, domain],
  );
  await query(service.app, 'UPDATE domains SET record_count = 12000, serial = serial + 1 WHERE id = $1', [
    id,
  ]);
  await service.followed(domain);
  const began = Date.now();
  done(await service.client.post(`/domains/${id}/dnssec`));
  const acknowledged = Date.now();
  const [key] = await service.primary.short(domain, 'DNSKEY');
  const validator = await startUnbound(VALIDATOR, PRIMARY, {
    trusted: [`${domain}. DNSKEY ${key}`],
    stub: domain,
  });
  try {
    expect(await found(validator, `h1.${domain}`, 'A')).toBe('NOERROR secure');
    expect(await found(validator, `h12001.${domain}`, 'A')).toBe('NXDOMAIN secure');
    expect(await found(validator, `h12000.${domain}`, 'MX')).toBe('NOERROR secure');
    await service.followed(domain);
    process.stdout.write(
      `12,000 records: acknowledged after ${acknowledged - began} ms, on the secondary after ${Date.now() - began} ms\n`,
    );
    expect(await service.secondary.short(domain, 'DNSKEY')).toEqual([key]);
    expect(await service.verified(domain)).toBeGreaterThan(48_000);
  } finally {
    await validator.stop();
  }
}, 120_000);
