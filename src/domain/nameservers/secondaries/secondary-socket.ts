import { randomInt } from 'node:crypto';
import type { TsigKey } from '../../../shared/config/settings-reader.js';
import type { ServerAddress } from '../../../shared/networking/server-address.rules.js';
import { DnsSocket } from '../dns-socket.js';
import { signedNotify } from '../notify.js';
import { servedSerial, type SoaAnswer } from '../served-serial.js';

/** Tells secondaries of changes and asks them. */
export class SecondarySocket {
  private readonly socket = new DnsSocket();

  constructor(
    private readonly key: TsigKey,
    private readonly now: () => Date,
  ) {}

  close(): Promise<void> {
    return this.socket.close();
  }

  /** Nobody waits for an answer: the serial tells whether the secondary has followed. */
  notify(secondary: ServerAddress, zone: string): void {
    this.socket.send(secondary, signedNotify(zone, randomInt(0x10000), this.key, this.now()));
  }

  serialOf(secondary: ServerAddress, zone: string): Promise<SoaAnswer> {
    return servedSerial(this.socket, secondary, zone);
  }
}
