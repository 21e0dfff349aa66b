import { getServers } from 'node:dns';
import { parentOf } from '../../names.rules.js';
import { mayConnect } from '../../zones/transfer/address.rules.js';
import { TransferError } from '../../zones/transfer/axfr.js';
import type { Asked, Message } from '../../zones/transfer/dns-message.js';
import { askServer, type AskBounds } from './ask.js';
import {
  addressesIn,
  delegatesTo,
  delegationIn,
  dsIn,
  isFailure,
  nameserversIn,
  zoneIn,
  type Delegation,
} from './delegation.rules.js';
import { serverAddress, type ServerAddress } from '../../../shared/networking/server-address.rules.js';

/** The bounds of one look-up at a registry. */
export interface RegistryBounds extends AskBounds {
  readonly totalMs: number;
  /** Of queries to the resolver, one for each name above the claimed one. */
  readonly maxHops: number;
  readonly maxServers: number;
  readonly maxAddresses: number;
  /** Of the parent zone's servers. */
  readonly port: number;
}

export const REGISTRY_BOUNDS: RegistryBounds = {
  totalMs: 15_000,
  connectMs: 3000,
  answerMs: 5000,
  maxBytes: 16_384,
  // An answer with the nameservers of the root zone and their addresses has 39.
  maxRecords: 128,
  maxHops: 16,
  maxServers: 6,
  maxAddresses: 4,
  port: 53,
};

export interface RegistrySettings {
  /** Recursive resolvers; those of the host when there are none. */
  readonly resolvers: readonly ServerAddress[];
  readonly allowedNetworks: readonly string[];
  readonly sourceIps: readonly string[];
  readonly bounds: RegistryBounds;
}

/** The time limit of the addresses of the operator's hosts, for which a request waits. */
const OWN_HOST_MS = 2000;

/** Reads the delegations of names in their parent zones, as registries publish them. */
export class Registry {
  /** @param isDry whether the request is a dry run, which sends nothing (D-232) */
  constructor(
    readonly settings: RegistrySettings,
    private readonly isDry = () => false,
  ) {}

  /**
   * Asks the servers of the parent zone of `domain` for its delegation.
   * @returns whether all servers that answer list one of the nameservers
   * @throws Error with a reason for the log when the servers can't be found or none answers
   */
  async lists(domain: string, ...nameservers: string[]): Promise<boolean> {
    const answers = await this.askParent(domain, 'NS', (answer) => delegatesTo(answer, domain, nameservers));
    return answers.every(Boolean);
  }

  /**
   * Asks the servers of the parent zone of `domain` for its DS records, in presentation format.
   * @throws Error as `lists` does
   */
  async dsRecords(domain: string): Promise<{ everywhere: string[]; anywhere: string[]; ttl: number }> {
    const answers = await this.askParent(domain, 'DS', (answer) => dsIn(answer, domain));
    const sets = answers.map(({ records }) => records);
    const anywhere = [...new Set(sets.flat())];
    return {
      everywhere: anywhere.filter((record) => sets.every((set) => set.includes(record))),
      anywhere,
      ttl: Math.max(...answers.map(({ ttl }) => ttl)),
    };
  }

  /**
   * Finds the nearest delegation at `domain` or above it, and the zone that has it. Skips a zone
   * whose servers do not answer, such as one delegated to servers that do not have it.
   * @throws Error as `lists` does, and when the signal aborts
   */
  async nearestDelegation(
    domain: string,
    signal: AbortSignal,
  ): Promise<(Delegation & { readonly zone: string }) | undefined> {
    const zone = await this.parentZone(domain, signal, { skipFailures: true });
    const question = { name: domain, type: 'NS' };
    const answers = await this.askZone(zone, question, signal, (answer) =>
      delegationIn(answer, domain, zone),
    );
    const found = answers.filter((answer) => answer.name !== undefined);
    if (found.length === 0) return zone.includes('.', 1) ? this.nearestDelegation(zone, signal) : undefined;
    const { name } = found[0]!;
    const hosts = found.flatMap((answer) => (answer.name === name ? answer.hosts : []));
    return { name, hosts, zone };
  }

  /** Resolves a host of the operator; returns no addresses when the resolvers do not know it. */
  async addressesOfOperatorHost(host: string): Promise<string[]> {
    const signal = AbortSignal.timeout(OWN_HOST_MS);
    return (await this.resolvedAddresses(host, signal)).slice(0, this.settings.bounds.maxAddresses);
  }

  private async askParent<Answer>(
    domain: string,
    type: string,
    judge: (answer: Message) => Answer | undefined,
  ): Promise<Answer[]> {
    const signal = AbortSignal.timeout(this.settings.bounds.totalMs);
    const zone = await this.parentZone(domain, signal);
    return this.askZone(zone, { name: domain, type }, signal, judge);
  }

  /**
   * Asks all servers of the zone.
   * @param judge returns undefined for an answer that does not count
   * @returns at least one answer
   * @throws TransferError when no server answers
   */
  private async askZone<Answer>(
    zone: string,
    question: Asked,
    signal: AbortSignal,
    judge: (answer: Message) => Answer | undefined,
  ): Promise<Answer[]> {
    const { maxServers } = this.settings.bounds;
    const hosts = nameserversIn(await this.resolve({ name: zone, type: 'NS' }, signal), zone);
    const asked = hosts.slice(0, maxServers).map((host) =>
      this.askHost(host, question, signal)
        .then(judge)
        .catch(() => undefined),
    );
    const answers = (await Promise.all(asked)).filter((answer) => answer !== undefined);
    if (answers.length === 0) throw new TransferError(`no server of ${zone} answers for ${question.name}`);
    return answers;
  }

  /** @param skipFailures whether to continue with the name above after a failure of the resolver */
  private async parentZone(
    domain: string,
    signal: AbortSignal,
    { skipFailures = false } = {},
  ): Promise<string> {
    if (this.isDry()) throw new TransferError('a dry run sends no query');
    let name = parentOf(domain) || '.';
    for (let hops = 0; hops < this.settings.bounds.maxHops; hops++) {
      const answer = await this.resolve({ name, type: 'SOA' }, signal);
      const zone = skipFailures && isFailure(answer) ? undefined : zoneIn(answer, name);
      if (zone !== undefined) return zone;
      if (name === '.') break;
      name = parentOf(name) || '.';
    }
    throw new TransferError(`no zone above ${domain} was found`);
  }

  private async askHost(host: string, question: Asked, signal: AbortSignal): Promise<Message> {
    const { bounds, sourceIps } = this.settings;
    const addresses = await this.addressesOf(host, signal);
    const server = { addresses, port: bounds.port, sourceIps };
    return askServer(server, { ...question, recursive: false }, bounds, signal);
  }

  /** Returns the addresses of a host that `mayConnect` accepts (D-112). */
  private async addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
    const { allowedNetworks, bounds } = this.settings;
    const addresses = await this.resolvedAddresses(host, signal);
    return addresses.filter((address) => mayConnect(address, allowedNetworks)).slice(0, bounds.maxAddresses);
  }

  private async resolvedAddresses(host: string, signal: AbortSignal): Promise<string[]> {
    const families = await Promise.allSettled([
      this.resolve({ name: host, type: 'A' }, signal),
      this.resolve({ name: host, type: 'AAAA' }, signal),
    ]);
    return families.flatMap((family) =>
      family.status === 'fulfilled' ? addressesIn(family.value, host) : [],
    );
  }

  /** Asks the resolvers in order until one answers. */
  private async resolve(question: Asked, signal: AbortSignal): Promise<Message> {
    let failure: unknown = new TransferError('no resolver');
    for (const { address, port } of this.resolvers()) {
      try {
        const server = { addresses: [address], port, sourceIps: [] };
        return await askServer(server, { ...question, recursive: true }, this.settings.bounds, signal);
      } catch (error) {
        failure = error;
        if (signal.aborted) break;
      }
    }
    throw failure;
  }

  private resolvers(): readonly ServerAddress[] {
    const { resolvers } = this.settings;
    return resolvers.length > 0 ? resolvers : getServers().flatMap((text) => serverAddress(text) ?? []);
  }
}
