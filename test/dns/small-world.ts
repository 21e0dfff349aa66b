import { landSettings, zoneHead } from './land.js';
import type { Program } from './program.js';
import { startKnot, startNsd, startPowerDns, startUnbound } from './programs.js';
import { until } from './until.js';

const ROOT = '127.0.0.91';
const TLD = '127.0.0.92';
const REGISTRY = '127.0.0.93';
const RESOLVER = '127.0.0.94';
const PROVIDER = '127.0.0.95';

/** The settings of a service in the small world. */
export const WORLD_SETTINGS = landSettings(RESOLVER);

const ROOT_ZONE = `${zoneHead('.', 'ns.root.')}ns.root. IN A ${ROOT}
land. IN NS ns.nic.land.
ns.nic.land. IN A ${TLD}
`;

/** The provider's own names are there, too: of each claim's nameserver, by a wildcard, the address. */
const TLD_ZONE = `${zoneHead('land.', 'ns.nic.land.')}ns.nic IN A ${TLD}
co IN NS ns.registry
ns.registry IN A ${REGISTRY}
ns1.provider IN A ${PROVIDER}
ns2.provider IN A ${PROVIDER}
*.claim.provider IN A ${PROVIDER}
`;

/**
 * A root, the top-level domain `land`, the registry of `co.land`, a resolver that starts at that root, and PowerDNS on the
 * service's database as the provider's nameserver.
 */
export class SmallWorld {
  private serial = 1;
  private readonly delegations = new Map<string, readonly string[]>();

  private constructor(
    readonly resolver: Program,
    readonly provider: Program,
    private readonly registry: Program,
    private readonly others: readonly Program[],
  ) {}

  static async start(databaseUrl: string): Promise<SmallWorld> {
    return new SmallWorld(
      await startUnbound(RESOLVER, ROOT),
      await startPowerDns(PROVIDER, databaseUrl),
      await startKnot(REGISTRY, { 'co.land': registryZone(1, new Map()) }),
      [await startKnot(ROOT, { '.': ROOT_ZONE }), await startNsd(TLD, { land: TLD_ZONE })],
    );
  }

  /** Enters the nameservers of a name of `co.land`; none takes it out. */
  async register(domain: string, ...nameservers: string[]): Promise<void> {
    if (nameservers.length > 0) this.delegations.set(domain, nameservers);
    else this.delegations.delete(domain);
    await this.registry.reload({ 'co.land.zone': registryZone(++this.serial, this.delegations) });
    await until(async () =>
      (await this.registry.short('co.land', 'SOA')).join().includes(` ${this.serial} `),
    );
  }

  async stop(): Promise<void> {
    for (const program of [this.resolver, this.provider, this.registry, ...this.others]) await program.stop();
  }
}

function registryZone(serial: number, delegations: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...delegations].flatMap(([domain, hosts]) =>
    hosts.map((host) => `${domain}. IN NS ${host}.`),
  );
  return `${zoneHead('co.land.', 'ns.registry.land.', serial)}${lines.join('\n')}\n`;
}
