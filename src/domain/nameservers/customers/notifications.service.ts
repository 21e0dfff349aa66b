import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { SETTINGS, type Settings } from '../../../shared/config/settings.js';
import { mayConnect } from '../../zones/transfer/address.rules.js';
import { DnsSocket } from '../dns-socket.js';
import { acceptsNotify, notify } from '../notify.js';
import type { Notification } from './notifications.sql.js';
import { NotificationsRepository } from './notifications.repository.js';

/** The zones of one batch. A batch takes 1 second when one of its addresses does not answer. */
const BATCH = 50;
const MAX_BATCHES = 20;
/** After these, in about 4 minutes, the secondary gets the change at its next refresh. */
const MAX_ATTEMPTS = 8;

/**
 * Sends the customers' secondaries (`axfr_ips`) a NOTIFY for each changed zone, without TSIG, from
 * `NOTIFY_SOURCE_IPS`. Sends it again to those that do not accept it (D-289).
 */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly notifications: NotificationsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns 0, because the log needs no line per run */
  async notify(): Promise<number> {
    const socket = await DnsSocket.from(this.settings.notifySourceIps);
    try {
      for (let batch = 0; batch < MAX_BATCHES; batch++) {
        if (!(await this.notifyBatch(socket))) break;
      }
    } finally {
      await socket.close();
    }
    return 0;
  }

  /** @returns whether there may be more */
  private async notifyBatch(socket: DnsSocket): Promise<boolean> {
    const taken = await this.notifications.take(BATCH);
    if (taken.length === 0) return false;
    await this.notifications.storeResults(
      await Promise.all(taken.map((zone) => this.notifyZone(socket, zone))),
    );
    return taken.length === BATCH;
  }

  /** @returns the zone with the addresses that need another NOTIFY */
  private async notifyZone(socket: DnsSocket, zone: Notification): Promise<Notification> {
    const addresses = zone.addresses.filter((address) =>
      mayConnect(address, this.settings.axfrAllowedNetworks),
    );
    const accepted = await Promise.all(addresses.map((address) => accepts(socket, address, zone.domain)));
    const waiting = addresses.filter((_, index) => !accepted[index]);
    return { ...zone, addresses: zone.attempts >= MAX_ATTEMPTS ? [] : waiting };
  }
}

async function accepts(socket: DnsSocket, address: string, domain: string): Promise<boolean> {
  const server = { address: ipaddr.process(address).toString(), port: 53 };
  const response = await socket.ask(server, (id) => notify(domain, id));
  return response !== undefined && acceptsNotify(response, domain);
}
