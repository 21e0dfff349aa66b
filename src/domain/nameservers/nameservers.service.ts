import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import { Clock } from '../../shared/time/clock.js';
import { yearSerial } from '../serial.rules.js';
import { NameserversRepository } from './nameservers.repository.js';

/** Writes the setting NAMESERVERS into the database, where PowerDNS reads it. */
@Injectable()
export class NameserversService implements OnApplicationBootstrap {
  constructor(
    private readonly nameservers: NameserversRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** When the names have changed, every zone gets a new serial, so that secondaries transfer it. */
  async onApplicationBootstrap(): Promise<void> {
    const { nameservers: names } = this.settings;
    await this.database.transaction(async (tx) => {
      await this.nameservers.lock(tx);
      if (isDeepStrictEqual(await this.nameservers.names(tx), [...names])) return;
      await this.nameservers.replace(tx, names);
      await this.nameservers.changeZones(tx, yearSerial(this.clock.now()));
    });
  }
}
