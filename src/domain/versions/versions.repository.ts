import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import type { Actor } from '../../events/event.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Clock } from '../../shared/time/clock.js';
import { groupBy } from '../records/record-sets.rules.js';
import { versionedText } from './versioned-record.js';
import {
  CHANGE_OF_ID,
  CHANGES_BETWEEN,
  INSERT_VERSION,
  SETTINGS_AT,
  VERSIONED_ZONE,
  VERSIONS,
  type ChangeRow,
  type NewVersion,
  type VersionChangeRow,
  type VersionPartRow,
  type VersionedZone,
  type VersionRow,
} from './versions.sql.js';
import { ZoneVersionEntity } from './zone-version.entity.js';
import type { ZoneDiff } from './zone-diff.js';
import type { ZoneSettings } from '../zones/zone-settings.resource.js';

/** The description of a version's change, and the settings that it changed. */
export interface VersionNote {
  readonly description?: string;
  /** The settings before the change; undefined when it changed none. */
  readonly settings?: ZoneSettings;
}

export interface VersionedDomain {
  readonly id: number;
  readonly accountId: number;
}

/**
 * Writes and reads the versions of zones (D-241). The change of one record writes its version in
 * its own statement.
 */
@Injectable()
export class VersionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(key: CallerKey, domainId: number, request: ListRequest): Promise<Page<VersionRow>> {
    return VERSIONS.page(this.database, request, [key, domainId]);
  }

  /** @returns undefined when no version of the domain has the id */
  change({ accountId, id }: VersionedDomain, changeId: number): Promise<ChangeRow | undefined> {
    return this.database.row(CHANGE_OF_ID, [accountId, id, changeId]);
  }

  /** @throws NotFound when the domain no longer exists */
  async settingsAt({ accountId, id }: VersionedDomain, version: number): Promise<ZoneSettings> {
    const found = await this.database.row(SETTINGS_AT, [accountId, id, version]);
    if (!found) throw new NotFound();
    return found.settings;
  }

  /** The serial of the version; undefined for an unknown version. */
  async serial(accountId: number, domainId: number, version: number): Promise<number | undefined> {
    const found = await this.database.repository(ZoneVersionEntity).findOne({
      select: { id: true, keptSince: true, serial: true },
      where: { accountId, domainId, version },
    });
    return found?.serial;
  }

  /**
   * The present zone, with its version.
   * @throws NotFound when the domain no longer exists
   */
  async zone(accountId: number, domainId: number, reader: Reader = this.database): Promise<VersionedZone> {
    const [first, ...others] = await reader.rows(VERSIONED_ZONE, [accountId, domainId]);
    if (!first?.zone) throw new NotFound();
    return { ...first.zone, records: others.map(({ record }) => record!) };
  }

  /**
   * Reads the versions from `oldest` to `newest`, the newest first. Reads them in parts, because
   * there may be many, and large ones.
   * @throws NotFound when a version of the range is no longer stored
   */
  async *between(
    { accountId, id }: VersionedDomain,
    { oldest, newest }: { readonly oldest: number; readonly newest: number },
    reader: Reader = this.database,
  ): AsyncGenerator<VersionChangeRow> {
    for (let last = newest; last >= oldest;) {
      const parts = await reader.rows(CHANGES_BETWEEN, [accountId, id, oldest, last]);
      if (parts.length === 0) throw new NotFound();
      for (const change of changesOf(parts)) {
        if (change.version !== last--) throw new NotFound();
        yield change;
      }
    }
  }

  /** Writes the first version of a domain that the transaction has created with its records. */
  recordFirst(tx: Tx, actor: Actor, domain: VersionedDomain): void {
    const counts = [null, 0, 0];
    tx.send(INSERT_VERSION, [...this.origin(actor, domain), '', ...counts, null, null, null]);
  }

  /**
   * Writes a version of a domain. The transaction has raised `zone_version` in the domain's row.
   */
  async record(
    tx: Tx,
    actor: Actor,
    domain: VersionedDomain,
    { created, updated, deleted }: ZoneDiff,
    { description = '', settings }: VersionNote = {},
  ): Promise<NewVersion> {
    const removed = [...deleted, ...updated.map(({ before }) => before)];
    const added = [...created, ...updated.map(({ after }) => after)];
    const counts = [created.length, updated.length, deleted.length];
    const texts = [versionedText(removed), versionedText(added)];
    const values = [...this.origin(actor, domain), description, ...counts, ...texts];
    return (await tx.row(INSERT_VERSION, [...values, settings ? JSON.stringify(settings) : null]))!;
  }

  private origin({ username, tokenId, requestId }: Actor, { accountId, id }: VersionedDomain): unknown[] {
    return [accountId, id, username ?? null, tokenId ?? null, requestId ?? null, this.clock.now()];
  }
}

/** Groups the rows by their version. */
function changesOf(parts: readonly VersionPartRow[]): VersionChangeRow[] {
  return [...groupBy(parts, ({ version }) => version)].map(([version, rows]) => {
    const { isFirst, settings } = rows.find(({ change }) => change)!.change!;
    const removed = rows.flatMap((row) => row.removed ?? []);
    const added = rows.flatMap((row) => row.added ?? []);
    return { version, settings, removed, added: isFirst ? null : added };
  });
}
