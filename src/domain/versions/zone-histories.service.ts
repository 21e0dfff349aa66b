import { Injectable } from '@nestjs/common';
import type { Reader } from '../../database/reader.js';
import { NotFound } from '../../shared/errors/errors.js';
import { storedRecord } from './versioned-record.js';
import { VersionsRepository, type VersionedDomain } from './versions.repository.js';
import type { VersionedZone } from './versions.sql.js';
import type { VersionDifference } from './zone-diff.js';
import { ChangedRecords, differenceOf, ZoneHistory, type ZoneState } from './zone-history.rules.js';
import type { ZoneSettings } from '../zones/zone-settings.resource.js';

/** Finds earlier states of zones, and their differences. */
@Injectable()
export class ZoneHistories {
  constructor(private readonly versions: VersionsRepository) {}

  /**
   * The difference of two versions, from the changes between them.
   * @returns undefined when the changes include the first version, which stores no records; the
   * difference then takes the states of the zone
   * @throws NotFound for an unknown version, or one that is no longer stored
   */
  async difference(
    domain: VersionedDomain,
    from: number,
    to: number,
  ): Promise<VersionDifference | undefined> {
    const range = { oldest: Math.min(from, to) + 1, newest: Math.max(from, to) };
    if (range.oldest > range.newest) return undefined;
    const changed = new ChangedRecords();
    let settings: ZoneSettings | null = null;
    for await (const change of this.versions.between(domain, range)) {
      if (change.added === null) return undefined;
      changed.undo(change.removed, change.added);
      settings = change.settings ?? settings;
    }
    const lower = { records: changed.before, settings };
    const upper = {
      records: changed.after,
      settings: settings && (await this.versions.settingsAt(domain, range.newest)),
    };
    return from < to ? differenceOf(lower, upper) : differenceOf(upper, lower);
  }

  /**
   * The states of the zone at `versions`, in their order; 0 is the empty zone before the first
   * version.
   * @throws NotFound for an unknown version, or one that is no longer stored
   */
  async statesAt(zone: VersionedZone, versions: readonly number[], reader?: Reader): Promise<ZoneState[]> {
    const oldest = Math.min(...versions);
    if (Math.max(...versions) > zone.version) throw new NotFound();
    const history = new ZoneHistory(zone.records.map(storedRecord), zone.settings);
    const states = new Map([[zone.version, history.state]]);
    const range = { oldest: oldest + 1, newest: zone.version };
    for await (const change of this.versions.between(zone, range, reader)) {
      history.undo(change);
      const version = change.version - 1;
      if (versions.includes(version)) states.set(version, history.state);
    }
    return versions.map((version) => states.get(version)!);
  }
}
