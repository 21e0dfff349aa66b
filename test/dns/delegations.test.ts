import { transferFrom } from '../support/domains.js';
import { done } from '../support/makers.js';
import { Program } from './program.js';
import { startKnot, startUnbound } from './programs.js';
import { found } from './signed-world.js';
import { SigningService } from './signing-service.js';

const [PRIMARY, SIGNER, SECONDARY, VALIDATOR] = ['127.0.0.171', '127.0.0.170', '127.0.0.172', '127.0.0.173'];
const [CHILDREN, FORMER] = ['127.0.0.174', '127.0.0.175'];

let service: SigningService;
beforeAll(async () => {
  service = await SigningService.start(PRIMARY, SIGNER, SECONDARY);
}, 60_000);
afterAll(() => service?.stop());

/** What the zone has at and below the names that it delegates in turn: glue, hidden records, a name between. */
const RECORDS = [
  ['A', 'www', '192.0.2.1'],
  ['A', 'sub', '192.0.2.2'],
  ['TXT', 'sub', 'hidden by a delegation'],
  ['A', 'x.sub', '192.0.2.3'],
  ['A', 'ns.sub', CHILDREN],
  ['A', 'x.deep.sub', '192.0.2.4'],
  ['A', 'ns.signed', CHILDREN],
] as const;

/** The nameserver of the zones `sub` and `signed` below the domain; the latter is signed, and no DS record says so. */
function startChildren(domain: string): Promise<Program> {
  const child = (name: string) => `$ORIGIN ${name}.${domain}.
@ 0 IN SOA ns admin 1 300 300 1209600 0
@ 0 IN NS ns
ns 0 IN A ${CHILDREN}
x 0 IN A 192.0.2.99
x.deep 0 IN A 192.0.2.99
`;
  const configuration = `
server:
    rundir: "FOLDER"
    listen: ${CHILDREN}@53
database:
    storage: "FOLDER"
template:
  - id: default
    storage: "FOLDER"
    zonefile-sync: -1
    journal-content: all
zone:
  - domain: sub.${domain}
    file: sub
  - domain: signed.${domain}
    file: signed
    dnssec-signing: on
`;
  const files = { sub: child('sub'), signed: child('signed'), 'knot.conf': configuration };
  return Program.start(CHILDREN, files, ['knotd', '-c', 'FOLDER/knot.conf']);
}

interface SignedZone {
  readonly domain: string;
  /** Asks a validating resolver that remembers nothing: for a second, unbound remembers which names are delegated, whatever their TTL. */
  ask(questions: (validator: Program) => Promise<void>): Promise<void>;
}

async function signedZone({ id, domain }: { id: number; domain: string }): Promise<SignedZone> {
  done(await service.client.post(`/domains/${id}/dnssec`));
  const [key] = await service.primary.short(domain, 'DNSKEY');
  const trusted = [`${domain}. DNSKEY ${key}`];
  return {
    domain,
    async ask(questions) {
      const validator = await startUnbound(VALIDATOR, PRIMARY, { trusted, stub: domain });
      try {
        await questions(validator);
      } finally {
        await validator.stop();
      }
    },
  };
}

/** Whose address `x` below each of the names has: the zone's own, signed, or that of the zone below. */
async function expectAnswer({ domain, ask }: SignedZone, owners: Readonly<Record<string, 'own' | 'child'>>) {
  await ask(async (validator) => {
    for (const [name, owner] of Object.entries(owners)) {
      const asked = `x.${name}.${domain}`;
      const expected = owner === 'own' ? 'NOERROR secure' : 'NOERROR';
      expect([name, await found(validator, asked, 'A')]).toEqual([name, expected]);
      const isOfChild = (await validator.short(asked, 'A')).join() === '192.0.2.99';
      expect([name, isOfChild]).toEqual([name, owner === 'child']);
      expect([name, await found(validator, `${name}.${domain}`, 'DS')]).toEqual([name, 'NOERROR secure']);
    }
    expect(await found(validator, `www.${domain}`, 'A')).toBe('NOERROR secure');
    expect(await found(validator, `nothing.${domain}`, 'A')).toBe('NXDOMAIN secure');
  });
  await service.verified(domain);
}

it('[D-244] a signed zone delegates and takes back what lies below a name', async () => {
  const made = await service.makeZone(RECORDS);
  const { id, domain } = made;
  const children = await startChildren(domain);
  const zone = await signedZone(made);
  const path = `/domains/${id}/records`;
  try {
    await expectAnswer(zone, { sub: 'own', 'deep.sub': 'own' });
    const { id: ns } = done(
      await service.client.post(path, { type: 'NS', name: '', target: `ns.sub.${domain}` }),
    );
    await expectAnswer(zone, { sub: 'own', 'deep.sub': 'own' });

    done(await service.client.put(`${path}/${ns}`, { name: 'sub' }));
    done(await service.client.post(path, { type: 'NS', name: 'signed', target: `ns.signed.${domain}` }));
    await expectAnswer(zone, { sub: 'child', signed: 'child' });

    const hidden = { type: 'NS', name: 'deep.sub', target: 'ns.elsewhere.example' };
    const { id: nested } = done(await service.client.post(path, hidden));
    done(await service.client.put(`/domains/${id}`, { status: 'disabled' }));
    done(await service.client.post(path, { type: 'A', name: 'y.z.sub', target: '192.0.2.5' }));
    done(await service.client.put(`/domains/${id}`, { status: 'active', ttl_sec: 300 }));
    await expectAnswer(zone, { sub: 'child', signed: 'child' });

    done(await service.client.delete(`${path}/${nested}`));
    done(await service.client.put(`${path}/${ns}`, { name: 'z.sub' }));
    await expectAnswer(zone, { sub: 'own', 'deep.sub': 'own', signed: 'child' });
    done(await service.client.put(`${path}/${ns}`, { name: 'sub' }));
    await expectAnswer(zone, { sub: 'child', signed: 'child' });
    done(await service.client.delete(`${path}/${ns}`));
    await expectAnswer(zone, { sub: 'own', 'deep.sub': 'own', signed: 'child' });
  } finally {
    await children.stop();
  }
}, 120_000);

it('[D-244] a clone and an import with delegations are signed as well', async () => {
  const source = await service.makeZone([...RECORDS, ['NS', 'sub', 'ns.sub.elsewhere.example']]);
  const clone = { domain: `clone-of-${source.domain}` };
  const cloned = done(await service.client.post(`/domains/${source.id}/clone`, clone));
  const { zone_file: lines } = done(await service.client.get(`/domains/${source.id}/zone-file`));
  const domain = `import-of-${source.domain}`;
  const former = await startKnot(FORMER, { [domain]: lines.join('\n').replaceAll(source.domain, domain) });
  transferFrom(service.app, 53);
  const importing = { domain, remote_nameserver: FORMER };
  const imported = done(await service.client.post('/domains/import', importing));
  await former.stop();
  for (const { id, domain } of [cloned, imported]) {
    const { ask } = await signedZone({ id, domain });
    await ask(async (validator) => {
      expect(await found(validator, `sub.${domain}`, 'DS')).toBe('NOERROR secure');
      expect(await found(validator, `www.${domain}`, 'A')).toBe('NOERROR secure');
    });
    await service.verified(domain);
  }
}, 120_000);

it('[D-244] a domain hosted below a signed one is found once the signed one delegates it', async () => {
  const above = await service.makeZone([['A', 'www', '192.0.2.1']]);
  const below = `sub.${above.domain}`;
  const fields = { domain: below, type: 'master', soa_email: 'a@example.com' };
  const { id } = done(await service.client.post('/domains', fields));
  done(await service.client.post(`/domains/${id}/records`, { type: 'A', name: 'x', target: '192.0.2.9' }));
  const { ask } = await signedZone(above);
  await ask(async (validator) => expect(await found(validator, `x.${below}`, 'A')).toBe('SERVFAIL'));
  const ns = { type: 'NS', name: 'sub', target: 'ns1.elsewhere.example' };
  done(await service.client.post(`/domains/${above.id}/records`, ns));
  await ask(async (validator) => expect(await found(validator, `x.${below}`, 'A')).toBe('NOERROR'));
}, 120_000);
