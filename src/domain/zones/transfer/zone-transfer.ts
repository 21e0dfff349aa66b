import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { mayConnect } from './address.rules.js';
import { axfr, TransferError, type AxfrBounds } from './axfr.js';
import { connectToAny } from './connect.js';
import { TransferredZone } from './transferred-zone.js';

/** What a deployment says of transfers. */
export interface TransferSettings {
  /** Our own, which an import leaves out. */
  readonly nameservers: readonly string[];
  readonly allowedNetworks: readonly string[];
  readonly sourceIps: readonly string[];
  readonly bounds: AxfrBounds;
}

/** Fetches whole zones from the nameservers of others. */
export class ZoneTransfer {
  constructor(private readonly settings: TransferSettings) {}

  /**
   * @param nameserver a host name, resolved once, or an address; only vetted addresses are connected to (D-112)
   * @throws Error for whatever reason there is no zone: for the log, not for the caller (D-112)
   */
  async fetch(domain: string, nameserver: string): Promise<TransferredZone> {
    const { nameservers, allowedNetworks, sourceIps, bounds } = this.settings;
    const signal = AbortSignal.timeout(bounds.totalMs);
    const addresses = isIP(nameserver) ? [nameserver] : await resolved(nameserver, signal);
    const vetted = addresses.filter((address) => mayConnect(address, allowedNetworks));
    const socket = await connectToAny(vetted, sourceIps, bounds, signal);
    const zone = new TransferredZone(domain, nameservers);
    for await (const answers of axfr(domain, socket, bounds)) {
      for (const answer of answers) zone.add(answer);
    }
    return zone;
  }
}

/**
 * Asked of the nameservers of the host, not of its own resolver: that one also knows names of the host's network, takes
 * odd spellings of addresses for names, and holds a thread that files and passwords need for as long as it waits. It
 * can't be told to stop: its answer is no longer waited for.
 */
async function resolved(name: string, signal: AbortSignal): Promise<string[]> {
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const asked = Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
  const families = await Promise.race([asked, tooLate]);
  const found = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  if (found.length === 0) throw new TransferError('a name without an address');
  return found;
}
