import { randomInt } from 'node:crypto';
import type { TsigKey } from '../../../shared/config/settings-reader.js';
import type { ServerAddress } from '../../../shared/networking/server-address.rules.js';
import { DnsSocket } from '../dns-socket.js';
import { signedNotify } from '../notify.js';
import { servedSerial, type SoaAnswer } from '../served-serial.js';

/** Sends secondaries NOTIFYs and queries. */
export class SecondarySocket {
  private readonly socket = new DnsSocket();

  constructor(
    private readonly key: TsigKey,
    private readonly now: () => Date,
  ) {}

  close(): Promise<void> {
    return this.socket.close();
  }

  /** Sends a NOTIFY without waiting: the serial shows whether the secondary serves the change. */
  notify(secondary: ServerAddress, zone: string): void {
    this.socket.send(secondary, signedNotify(zone, randomInt(0x10000), this.key, this.now()));
  }

  serialOf(secondary: ServerAddress, zone: string): Promise<SoaAnswer> {
    return servedSerial(this.socket, secondary, zone);
  }
}
