import { done } from '../support/makers.js';
import { startUnbound } from './programs.js';
import { found } from './signed-world.js';
import { SigningService } from './signing-service.js';

const [PRIMARY, SIGNER, SECONDARY, VALIDATOR] = ['127.0.0.191', '127.0.0.190', '127.0.0.192', '127.0.0.193'];

let service: SigningService;
beforeAll(async () => {
  service = await SigningService.start(PRIMARY, SIGNER, SECONDARY);
}, 60_000);
afterAll(() => service?.stop());

/** What a validating resolver that remembers nothing finds at a name that is delegated or not. */
async function foundAt(domain: string, name: string): Promise<string> {
  const [key] = await service.primary.short(domain, 'DNSKEY');
  const trusted = [`${domain}. DNSKEY ${key}`];
  const validator = await startUnbound(VALIDATOR, PRIMARY, { trusted, stub: domain });
  try {
    return await found(validator, `${name}.${domain}`, 'A');
  } finally {
    await validator.stop();
  }
}

it('[D-292] a signed zone delegates a name while a nameserver of it has an address', async () => {
  const { id, domain } = await service.makeZone([
    ['A', 'x.sub', '192.0.2.1'],
    ['A', 'ns.other', '192.0.2.2'],
  ]);
  const path = `/domains/${id}/records`;
  const delegate = async (name: string, target: string) =>
    done(await service.client.post(path, { type: 'NS', name, target })) as { id: number };
  const { id: ns } = await delegate('sub', `ns.sub.${domain}`);
  await delegate('deep.er', `ns.deep.er.${domain}`);
  done(await service.client.post(`/domains/${id}/dnssec`));
  const nobody = async () => {
    await service.verified(domain);
    expect(await foundAt(domain, 'x.sub')).toBe('NOERROR secure');
    expect(await foundAt(domain, 'deep.er')).toBe('NXDOMAIN secure');
  };
  const delegated = async () => {
    await service.verified(domain);
    const [referral] = await service.primary.dig('+noall', '+authority', `x.sub.${domain}`, 'A');
    expect(referral).toMatch(/\sNS\s/);
  };
  await nobody();

  const { id: address } = done(
    await service.client.post(path, { type: 'A', name: 'ns.sub', target: VALIDATOR }),
  );
  await delegated();
  done(await service.client.put(`${path}/${address}`, { name: 'ns.elsewhere' }));
  await nobody();
  done(await service.client.put(`${path}/${address}`, { name: 'ns.sub' }));
  await delegated();
  done(await service.client.delete(`${path}/${address}`));
  await nobody();

  done(await service.client.put(`${path}/${ns}`, { target: `ns.other.${domain}` }));
  await delegated();
  done(await service.client.put(`${path}/${ns}`, { target: `ns.nowhere.${domain}` }));
  await nobody();
}, 180_000);
