import { createSocket } from 'node:dgram';
import { setTimeout, clearTimeout } from 'node:timers';
import dnsPacket from 'dns-packet';

const ANSWER_MS = 1000;

/** Asks nameservers for the serials of zones. */
export class SerialClient {
  #socket = createSocket('udp4');
  #open = new Map();
  #id = 0;

  constructor() {
    this.#socket.on('message', (message) => {
      const { id, answers } = dnsPacket.decode(message);
      this.#open.get(id)?.(answers.find(({ type }) => type === 'SOA')?.data.serial);
    });
  }

  /** @returns undefined without an answer that contains a SOA record */
  of(address, zone) {
    const id = (this.#id = (this.#id + 1) % 0x10000);
    return new Promise((resolve) => {
      const end = (serial) => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(serial);
      };
      const timer = setTimeout(end, ANSWER_MS);
      this.#open.set(id, end);
      const query = dnsPacket.encode({ type: 'query', id, questions: [{ type: 'SOA', name: zone }] });
      this.#socket.send(query, 53, address);
    });
  }

  close() {
    this.#socket.close();
  }
}
