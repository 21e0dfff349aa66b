import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { OnApplicationShutdown } from '@nestjs/common';
import { mayConnect } from './address.rules.js';
import { TransferError, type AxfrBounds } from './axfr.js';
import { TransferThread } from './transfer-thread.js';
import { TransferredZone, type ImportableZone } from './transferred-zone.js';

/** The settings of zone transfers. */
export interface TransferSettings {
  /** The nameservers of this service: an import leaves out their NS records. */
  readonly nameservers: readonly string[];
  readonly allowedNetworks: readonly string[];
  readonly sourceIps: readonly string[];
  readonly bounds: AxfrBounds;
}

/** Fetches zones from nameservers of other providers. */
export class ZoneTransfer implements OnApplicationShutdown {
  /** The script of the thread. */
  worker = new URL('./transfer-worker.js', import.meta.url);
  private readonly thread = new TransferThread();

  /** @param isDry whether the request is a dry run, which sends nothing (D-232) */
  constructor(
    readonly settings: TransferSettings,
    private readonly isDry = () => false,
  ) {}

  /**
   * Connects only to addresses that `mayConnect` accepts (D-112).
   * @param nameserver an address, or a host name, which is resolved once
   * @throws Error with a reason for the log; the caller must not see it (D-112)
   */
  async fetch(
    domain: string,
    nameserver: string,
    { skipApexNs = false }: { readonly skipApexNs?: boolean | undefined } = {},
  ): Promise<ImportableZone> {
    if (this.isDry()) return new TransferredZone(domain, []).result();
    const { allowedNetworks, nameservers, sourceIps, bounds } = this.settings;
    const end = performance.now() + bounds.totalMs;
    const signal = AbortSignal.timeout(bounds.totalMs);
    const found = isIP(nameserver) ? [nameserver] : await resolveByDns(nameserver, signal);
    const addresses = found.filter((address) => mayConnect(address, allowedNetworks));
    if (addresses.length === 0) throw new TransferError('no address that may be connected to');
    const left = { ...bounds, totalMs: Math.max(0, Math.floor(end - performance.now())) };
    const task = { domain, addresses, skipApexNs, nameservers, sourceIps, bounds: left };
    return this.thread.run(this.worker, task);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.stop();
  }
}

/**
 * Resolves a name by DNS. The host's resolver also knows names of the host's network, accepts other
 * spellings of addresses, and blocks a thread of libuv while it waits. A look-up can't be
 * cancelled: this ignores an answer after the time limit.
 */
async function resolveByDns(name: string, signal: AbortSignal): Promise<string[]> {
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const asked = Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
  const families = await Promise.race([asked, tooLate]);
  const found = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  if (found.length === 0) throw new TransferError('a name without an address');
  return found;
}
