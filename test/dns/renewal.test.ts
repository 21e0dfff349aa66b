import { DnssecStepsService } from '../../src/domain/dnssec/dnssec-steps.service.js';
import { done } from '../support/makers.js';
import { OtherTime } from './other-time.js';
import type { Program } from './program.js';
import { startUnbound } from './programs.js';
import { found } from './signed-world.js';
import { SigningService } from './signing-service.js';

const [PRIMARY, SIGNER, SECONDARY, VALIDATOR] = ['127.0.0.176', '127.0.0.179', '127.0.0.177', '127.0.0.178'];
const WEEK_SECONDS = 604_800;

const time = new OtherTime();
let service: SigningService;
let validator: Program | undefined;
beforeAll(async () => {
  service = await SigningService.start(PRIMARY, SIGNER, SECONDARY, time.command);
}, 60_000);
afterAll(async () => {
  await validator?.stop();
  await service?.stop();
  time.end();
});

/** For the service, PowerDNS, Knot and Unbound alike. */
function later(seconds: number): void {
  time.forward(seconds);
  service.app.clock.forward(seconds);
}

/** A signed zone; `validate` starts a resolver anew that trusts its key. */
async function makeSigned() {
  const { id, domain } = await service.makeZone([['A', 'www', '192.0.2.1']]);
  done(await service.client.post(`/domains/${id}/dnssec`));
  await service.followed(domain);
  const [key] = await service.primary.short(domain, 'DNSKEY');
  const trusted = [`${domain}. DNSKEY ${key}`];
  const validate = async () => {
    await validator?.stop();
    validator = await startUnbound(VALIDATOR, SECONDARY, { trusted, stub: domain, under: time.command });
  };
  return { domain, validate };
}

async function expectAnswer(domain: string, status: string, missing: string): Promise<void> {
  expect(await found(validator!, `www.${domain}`, 'A')).toBe(status);
  expect(await found(validator!, `nothing.${domain}`, 'A')).toBe(missing);
}

it('[D-244] a secondary has fresh signatures five weeks later, by the weekly job alone', async () => {
  const { domain, validate } = await makeSigned();
  await validate();
  await expectAnswer(domain, 'NOERROR secure', 'NXDOMAIN secure');
  for (let week = 1; week <= 5; week++) {
    later(WEEK_SECONDS);
    await service.app.app.get(DnssecStepsService).checkDue();
    await service.followed(domain);
    await expectAnswer(domain, 'NOERROR secure', 'NXDOMAIN secure');
  }

  later(3 * WEEK_SECONDS);
  await service.followed(domain);
  await expectAnswer(domain, 'SERVFAIL', 'SERVFAIL');
  await service.app.app.get(DnssecStepsService).checkDue();
  await service.followed(domain);
  // Unbound remembers for a minute that the zone's keys were bogus.
  later(61);
  await expectAnswer(domain, 'NOERROR secure', 'NXDOMAIN secure');
}, 300_000);

it('[D-244] [D-222] a zone is secure again after a clock that was months ahead', async () => {
  const { domain, validate } = await makeSigned();
  await validate();
  later(20 * WEEK_SECONDS);
  await service.app.app.get(DnssecStepsService).checkDue();
  await service.followed(domain);
  await expectAnswer(domain, 'NOERROR secure', 'NXDOMAIN secure');

  later(-20 * WEEK_SECONDS);
  await service.app.app.get(DnssecStepsService).checkDue();
  await service.followed(domain);
  await validate();
  await expectAnswer(domain, 'NOERROR secure', 'NXDOMAIN secure');
}, 120_000);
