import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Registry } from '../claims/registry/registry.js';
import { DnsSocket } from '../nameservers/dns-socket.js';
import { servedSerial, type SoaAnswer } from '../nameservers/served-serial.js';

/** What a nameserver serves of a zone. Without an address, its name has none. */
export interface ServedSerial {
  readonly name: string;
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
 * Asks the nameservers that resolvers ask: those of `SECONDARIES`, or else those of `NAMESERVERS` (D-245). However many callers
 * wait, each is asked once a second for a zone.
 */
@Injectable()
export class ServedSerials {
  private readonly answers = new Map<string, Promise<readonly ServedSerial[]>>();
  private nameservers: Promise<readonly Nameserver[]> | undefined;

  constructor(
    private readonly registry: Registry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** As it is now, or was a second ago at most. Takes two seconds at most. */
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
    const nameservers = await this.known();
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

  private known(): Promise<readonly Nameserver[]> {
    const { secondaries } = this.settings;
    if (secondaries.length > 0)
      return Promise.resolve(secondaries.map((server) => ({ name: server.address, ...server })));
    this.nameservers ??= this.found();
    return this.nameservers;
  }

  private async found(): Promise<readonly Nameserver[]> {
    const { port } = this.registry.settings.bounds;
    const found = this.settings.nameservers.map(async (name): Promise<Nameserver[]> => {
      const addresses = await this.registry.addressesOfOperatorHost(name);
      return addresses.length > 0
        ? addresses.map((address) => ({ name, address, port }))
        : [{ name, address: null, port }];
    });
    const nameservers = (await Promise.all(found)).flat();
    const isWhole = nameservers.every(({ address }) => address !== null);
    const keptMs = isWhole ? ADDRESSES_KEPT_MS : ANSWER_KEPT_MS;
    setTimeout(() => (this.nameservers = undefined), keptMs).unref();
    return nameservers;
  }
}
