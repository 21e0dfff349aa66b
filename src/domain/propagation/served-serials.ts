import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Registry } from '../claims/registry/registry.js';
import { DnsSocket } from '../nameservers/dns-socket.js';
import { servedSerial, type SoaAnswer } from '../nameservers/served-serial.js';

/** The answer of a nameserver about a zone. */
export interface ServedSerial {
  readonly name: string;
  /** Null when the name has no address. */
  readonly address: string | null;
  readonly said: SoaAnswer;
}

interface Nameserver {
  readonly name: string;
  readonly address: string | null;
  readonly port: number;
}

const ANSWER_KEPT_MS = 1000;
const ADDRESSES_KEPT_MS = 60_000;

/**
 * Asks the nameservers that resolvers ask: those of `SECONDARIES`, or else those of `NAMESERVERS`
 * (D-245). Asks each of them at most once a second about a zone, for all callers.
 */
@Injectable()
export class ServedSerials {
  private readonly answers = new Map<string, Promise<readonly ServedSerial[]>>();
  private nameservers: Promise<readonly Nameserver[]> | undefined;

  constructor(
    private readonly registry: Registry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The answers about a zone, at most one second old. Takes at most two seconds. */
  of(zone: string): Promise<readonly ServedSerial[]> {
    const answer = this.answers.get(zone) ?? this.ask(zone);
    if (!this.answers.has(zone)) {
      this.answers.set(zone, answer);
      const forget = () => setTimeout(() => this.answers.delete(zone), ANSWER_KEPT_MS).unref();
      void answer.then(forget, forget);
    }
    return answer;
  }

  private async ask(zone: string): Promise<readonly ServedSerial[]> {
    const nameservers = await this.nameserversNow();
    const socket = new DnsSocket();
    try {
      return await Promise.all(
        nameservers.map(async ({ name, address, port }) => {
          const said = address === null ? 'nothing' : await servedSerial(socket, { address, port }, zone);
          return { name, address, said } as const;
        }),
      );
    } finally {
      await socket.close();
    }
  }

  private nameserversNow(): Promise<readonly Nameserver[]> {
    const { secondaries } = this.settings;
    if (secondaries.length > 0)
      return Promise.resolve(secondaries.map((server) => ({ name: server.address, ...server })));
    this.nameservers ??= this.resolve();
    return this.nameservers;
  }

  private async resolve(): Promise<readonly Nameserver[]> {
    const { port } = this.registry.settings.bounds;
    const found = this.settings.nameservers.map(async (name): Promise<Nameserver[]> => {
      const addresses = await this.registry.addressesOfOperatorHost(name);
      return addresses.length > 0
        ? addresses.map((address) => ({ name, address, port }))
        : [{ name, address: null, port }];
    });
    const nameservers = (await Promise.all(found)).flat();
    const isComplete = nameservers.every(({ address }) => address !== null);
    const keptMs = isComplete ? ADDRESSES_KEPT_MS : ANSWER_KEPT_MS;
    setTimeout(() => (this.nameservers = undefined), keptMs).unref();
    return nameservers;
  }
}
