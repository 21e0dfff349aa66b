import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ServerAddress } from '../../../shared/networking/server-address.rules.js';
import type { TsigKey } from '../../../shared/config/settings-reader.js';
import { SETTINGS, type Settings } from '../../../shared/config/settings.js';
import { Clock } from '../../../shared/time/clock.js';
import { isLater } from '../../serial.rules.js';
import { signedRequest } from '../../zones/transfer/tsig.js';
import { DnsSocket } from '../dns-socket.js';
import { notify } from '../notify.js';
import { servedSerial } from '../served-serial.js';
import { AnnouncementsRepository } from './announcements.repository.js';
import type { Announcement } from './announcements.sql.js';
import { SecondariesMetrics } from './secondaries-metrics.js';

/** The zones of one batch: their messages fit in the receive buffer of a secondary. */
const BATCH = 100;
/** A run ends after these batches, so that new changes do not wait for a secondary that is down. */
const MAX_BATCHES = 50;

/**
 * The number of NOTIFYs for a catalog. Secondaries may refuse queries for its serial, so the
 * service can't see whether they serve it. They also ask for catalogs every minute, and a new
 * domain's own zone shows that it arrived.
 */
const CATALOG_ATTEMPTS = 4;

/**
 * Sends the secondaries a NOTIFY for each changed zone, until all of them serve the change (D-246).
 * A change writes its announcement to the database, so that it survives the end of a process.
 */
@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly announcements: AnnouncementsRepository,
    private readonly metrics: SecondariesMetrics,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns 0, because the log needs no line per run */
  async announce(): Promise<number> {
    const run = new AnnouncementRun(this.settings.tsigKey!, this.clock);
    try {
      for (let batch = 0; batch < MAX_BATCHES; batch++) {
        if (!(await this.announceBatch(run))) break;
      }
    } finally {
      await run.close();
    }
    this.metrics.oldestSeconds(await this.announcements.oldestSeconds());
    return 0;
  }

  /** @returns whether there may be more */
  private async announceBatch(run: AnnouncementRun): Promise<boolean> {
    const { announced, unannounced } = await this.announcements.take(BATCH);
    for (const zone of unannounced) run.notify(zone, this.settings.secondaries);
    const served = await Promise.all(announced.map((zone) => this.isServed(run, zone)));
    const done = [
      ...announced.filter((_, index) => served[index]),
      ...unannounced.filter(({ name }) => name === null),
    ];
    if (done.length > 0) await this.announcements.remove(done);
    return announced.length === BATCH || unannounced.length === BATCH;
  }

  /** Sends NOTIFY again to secondaries that do not serve the change yet. Skips deleted zones. */
  private async isServed(run: AnnouncementRun, zone: Announcement): Promise<boolean> {
    if (zone.name === null) return true;
    const { secondaries } = this.settings;
    if (zone.isCatalog) {
      run.notify(zone, secondaries);
      return zone.attempts >= CATALOG_ATTEMPTS;
    }
    const serials = await Promise.all(secondaries.map((secondary) => run.serialOf(secondary, zone.name!)));
    const behind = secondaries.filter((_, index) => {
      const serial = serials[index];
      return serial === undefined || isLater(zone.serial, serial);
    });
    run.notify(zone, behind);
    return behind.length === 0;
  }
}

/** One run of the job, which remembers the secondaries that do not answer. */
class AnnouncementRun {
  private readonly socket = new DnsSocket();
  private readonly silent = new Set<ServerAddress>();

  constructor(
    private readonly key: TsigKey,
    private readonly clock: Clock,
  ) {}

  close(): Promise<void> {
    return this.socket.close();
  }

  /**
   * Sends signed NOTIFYs, unless the zone is deleted: the secondaries accept no others. Does not
   * wait for responses, because the serial shows whether a secondary serves the change.
   */
  notify({ name }: Announcement, secondaries: readonly ServerAddress[]): void {
    if (name === null) return;
    for (const secondary of secondaries) {
      const message = notify(name, randomInt(0x10000));
      this.socket.send(secondary, signedRequest(message, this.key, this.clock.now()));
    }
  }

  /**
   * Asks for the serial; undefined without one. Does not ask a secondary again that did not answer.
   */
  async serialOf(secondary: ServerAddress, zone: string): Promise<number | undefined> {
    if (this.silent.has(secondary)) return undefined;
    const answer = await servedSerial(this.socket, secondary, zone);
    if (answer === 'nothing') this.silent.add(secondary);
    return typeof answer === 'number' ? answer : undefined;
  }
}
