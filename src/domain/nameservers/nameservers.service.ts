import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { StartError } from '../../shared/errors/start-error.js';
import { Database } from '../../database/database.js';
import { Clock } from '../../shared/time/clock.js';
import type { Tx } from '../../database/reader.js';
import { yearSerial } from '../serial.rules.js';
import { ZONE_FORM } from '../zones/zone-file.rules.js';
import { CatalogsRepository } from './secondaries/catalogs.repository.js';
import { NameserversRepository } from './nameservers.repository.js';

/** Writes the settings of nameservers to the database, for PowerDNS. */
@Injectable()
export class NameserversService implements OnApplicationBootstrap {
  constructor(
    private readonly nameservers: NameserversRepository,
    private readonly catalogs: CatalogsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.nameservers.lock(tx);
      await this.writeSecondaries(tx);
      await this.writeNames(tx);
    });
  }

  /** Raises the serials of all zones after their common content changed. @returns how many */
  raiseSerials(): Promise<number> {
    return this.nameservers.raiseSerials(yearSerial(this.clock.now()));
  }

  /** Writes the names. A job then raises all serials, so that secondaries transfer the zones. */
  private async writeNames(tx: Tx): Promise<void> {
    const { nameservers: names } = this.settings;
    await this.nameservers.setForm(tx, `${ZONE_FORM} ${names.join()}`);
    if (isDeepStrictEqual(await this.nameservers.names(tx), [...names])) return;
    await this.nameservers.replace(tx, names);
  }

  /** Writes the catalogs and the TSIG key. New catalogs are empty until a job fills them. */
  private async writeSecondaries(tx: Tx): Promise<void> {
    const { catalogZone } = this.settings;
    if (catalogZone !== undefined) await this.requireNoConflict(tx, catalogZone);
    const names = this.catalogs.namesIn(catalogZone);
    await this.catalogs.replaceKey(tx, this.settings.tsigKey);
    if (isDeepStrictEqual(await this.catalogs.names(tx), names)) return;
    await this.catalogs.replace(tx, names, Math.floor(this.clock.now().getTime() / 1000));
  }

  /** Requires that no customer has a name at, above or below the catalog zone (D-288). */
  private async requireNoConflict(tx: Tx, catalogZone: string): Promise<void> {
    const domain = await this.catalogs.conflictingDomain(tx, catalogZone);
    if (domain === undefined) return;
    throw new StartError(
      `the domain ${domain} of a customer is at, above or below CATALOG_ZONE (${catalogZone}): delete the domain, or choose another CATALOG_ZONE.`,
    );
  }
}
