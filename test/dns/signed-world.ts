import { landSettings, zoneHead } from './land.js';
import { Program } from './program.js';
import { startUnbound } from './programs.js';
import { until } from './until.js';

const REGISTRY = '127.0.0.161';
const RESOLVER = '127.0.0.162';

/** The settings of a service in the signed world. */
export const SIGNED_WORLD_SETTINGS = landSettings(RESOLVER);

/** A DS record as the API shows it. */
export interface ShownDs {
  readonly key_tag: number;
  readonly algorithm: number;
  readonly digest_type: number;
  readonly digest: string;
}

const CONFIGURATION = `
server:
    rundir: "FOLDER"
    listen: ${REGISTRY}@53
database:
    storage: "FOLDER"
policy:
  - id: signed
    single-type-signing: on
template:
  - id: default
    zonefile-sync: -1
    zonefile-load: difference-no-serial
    journal-content: all
    dnssec-signing: on
    dnssec-policy: signed
zone:
  - domain: .
    file: "FOLDER/root.zone"
  - domain: land
    file: "FOLDER/land.zone"
`;

/** A signed root, a signed registry of `land`, and a resolver that trusts the root's key alone. */
export class SignedWorld {
  private readonly delegations = new Map<string, readonly string[]>();

  private constructor(
    readonly resolver: Program,
    private readonly registry: Program,
    private readonly nameserver: string,
  ) {}

  /** @param nameserver the address of ns1 and ns2.provider.land */
  static async start(nameserver: string): Promise<SignedWorld> {
    const files = {
      'knot.conf': CONFIGURATION,
      'root.zone': rootZone(),
      'land.zone': landZone(nameserver, []),
    };
    const registry = await Program.start(REGISTRY, files, ['knotd', '-c', 'FOLDER/knot.conf']);
    await until(async () => (await registry.short('land', 'CDS')).length === 1);
    await registry.reload({ 'root.zone': rootZone(await registry.short('land', 'CDS')) });
    await until(async () => (await registry.short('land', 'DS')).length === 1);
    const trusted = (await registry.short('.', 'DNSKEY')).map((key) => `. DNSKEY ${key}`);
    return new SignedWorld(await startUnbound(RESOLVER, REGISTRY, { trusted }), registry, nameserver);
  }

  /** Enters the provider's nameservers and the DS records of a name of `land`. */
  async register(domain: string, records: readonly ShownDs[] = []): Promise<void> {
    const ds = records.map(
      ({ key_tag, algorithm, digest_type, digest }) => `${key_tag} ${algorithm} ${digest_type} ${digest}`,
    );
    this.delegations.set(domain, [
      ...['ns1', 'ns2'].map((host) => `${domain}. IN NS ${host}.provider.land.`),
      ...ds.map((record) => `${domain}. IN DS ${record}`),
    ]);
    await this.registry.reload({
      'land.zone': landZone(this.nameserver, [...this.delegations.values()].flat()),
    });
    await until(async () => {
      const listed = (await this.registry.short(domain, 'DS')).map((line) => line.split(' ')[0]);
      const referral = (await this.registry.dig(domain, 'NS')).join();
      return (
        referral.includes('ns1.provider.land') &&
        listed.join() ===
          records
            .map(({ key_tag }) => key_tag)
            .sort(asText)
            .join()
      );
    });
  }

  async stop(): Promise<void> {
    await this.resolver.stop();
    await this.registry.stop();
  }
}

/** What a validating resolver answers: the status, and whether it found the answer secure. */
export async function found(resolver: Program, name: string, type: string): Promise<string> {
  const text = (await resolver.dig('+tries=3', '+adflag', name, type)).join('\n');
  const status = /status: (\w+)/.exec(text)?.[1] ?? 'no answer';
  return /flags: [a-z ]*\bad\b/.test(text) ? `${status} secure` : status;
}

function asText(a: number, b: number): number {
  return String(a) < String(b) ? -1 : 1;
}

function rootZone(ds: readonly string[] = []): string {
  const lines = ds.map((record) => `land. IN DS ${record}`);
  return `${zoneHead('.', 'ns.root.')}ns.root. IN A ${REGISTRY}\nland. IN NS ns.root.\n${lines.join('\n')}\n`;
}

function landZone(nameserver: string, delegations: readonly string[]): string {
  const hosts = ['ns1', 'ns2'].map((host) => `${host}.provider IN A ${nameserver}`);
  return `${zoneHead('land.', 'ns.root.')}${[...hosts, ...delegations].join('\n')}\n`;
}
