import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { done, makeAccount, next } from '../support/makers.js';
import { startAnnouncing } from './announcing.js';
import type { Program } from './program.js';
import { startPowerDns, startSigner } from './programs.js';
import { secondarySettings, startSecondaries } from './secondaries.js';
import { SIGNED_WORLD_SETTINGS } from './signed-world.js';
import { until } from './until.js';

const run = promisify(execFile);

type Records = readonly (readonly [type: string, name: string, target: string])[];

/** The service with PowerDNS as its hidden primary, the signer and one secondary, and an account that signs domains. */
export class SigningService {
  private constructor(
    readonly app: TestApp,
    readonly client: Client,
    readonly primary: Program,
    readonly signer: Program,
    readonly secondary: Program,
    readonly settings: ReturnType<typeof secondarySettings> & typeof SIGNED_WORLD_SETTINGS,
    readonly stopAnnouncing: () => Promise<void>,
  ) {}

  /** @param under a command that starts the nameservers */
  static async start(
    primaryAddress: string,
    signerAddress: string,
    secondaryAddress: string,
    under?: readonly string[],
  ): Promise<SigningService> {
    const secondaries = secondarySettings([secondaryAddress]);
    const settings = { ...SIGNED_WORLD_SETTINGS, ...secondaries };
    const app = await startApp(settings);
    const { client } = await makeAccount(app);
    const primary = await startPowerDns(primaryAddress, app.databaseUrl, under);
    const signer = await startSigner(signerAddress, app.databaseUrl, under);
    const [secondary] = (await startSecondaries(secondaries, primaryAddress, under, signerAddress)) as [
      Program,
    ];
    return new SigningService(app, client, primary, signer, secondary, settings, startAnnouncing(app));
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary, this.signer, this.secondary].map((program) => program.stop()));
    await this.stopAnnouncing();
    await this.app.close();
  }

  async makeZone(records: Records): Promise<{ id: number; domain: string }> {
    const domain = `zone-${next()}.land`;
    const body = { domain, type: 'master', soa_email: 'admin@example.com' };
    const { id } = done(await this.client.post('/domains', body)) as { id: number };
    for (const [type, name, target] of records) {
      done(await this.client.post(`/domains/${id}/records`, { type, name, target }));
    }
    return { id, domain };
  }

  /** Waits until the secondary has the last serial. */
  async followed(domain: string): Promise<void> {
    await until(async () => {
      const asked = [this.secondary, this.primary].map((server) => server.short(domain, 'SOA'));
      const [here, there] = await Promise.all(asked);
      return here!.length === 1 && here!.join() === there!.join();
    });
  }

  /** BIND and Knot judge a whole signed zone: every signature, the chain of NSEC3 records, glue. @returns its number of records */
  async verified(domain: string): Promise<number> {
    const lines = await this.signer.transfer(domain, '127.0.0.1', this.settings.TSIG_KEY);
    const file = join(this.primary.folder, 'signed-zone');
    await writeFile(file, `${lines.join('\n')}\n`);
    await run('dnssec-verify', ['-z', '-o', domain, file]);
    await run('kzonecheck', ['-d', 'on', '-o', domain, file]);
    return lines.length;
  }
}
