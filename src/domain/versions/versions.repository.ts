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
import type { StoredRecord } from '../records/record.resource.js';
import { versionedRecord } from './versioned-record.js';
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

/** What a version says of the change that made it. */
export interface VersionNote {
  readonly description?: string;
  /** What the zone showed of its domain, when that has changed. */
  readonly settings?: ZoneSettings;
}

export interface VersionedDomain {
  readonly id: number;
  readonly accountId: number;
}

/** Writes the versions of zones (D-241). Changes of one record write theirs in their own statement. */
@Injectable()
export class VersionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(key: CallerKey, domainId: number, request: ListRequest): Promise<Page<VersionRow>> {
    return VERSIONS.page(this.database, request, [key, domainId]);
  }

  /** @returns undefined for an id that none of the domain's versions has */
  change({ accountId, id }: VersionedDomain, changeId: number): Promise<ChangeRow | undefined> {
    return this.database.row(CHANGE_OF_ID, [accountId, id, changeId]);
  }

  /** @returns undefined when the domain no longer exists */
  async settingsAt({ accountId, id }: VersionedDomain, version: number): Promise<ZoneSettings | undefined> {
    return (await this.database.row(SETTINGS_AT, [accountId, id, version]))?.settings;
  }

  /** The serial that the version got; undefined for one that is not there. */
  async serial(accountId: number, domainId: number, version: number): Promise<number | undefined> {
    const found = await this.database.repository(ZoneVersionEntity).findOne({
      select: { id: true, keptSince: true, serial: true },
      where: { accountId, domainId, version },
    });
    return found?.serial;
  }

  /** The zone as it is, with its version. */
  async zone(
    accountId: number,
    domainId: number,
    reader: Reader = this.database,
  ): Promise<VersionedZone | undefined> {
    const [first, ...others] = await reader.rows(VERSIONED_ZONE, [accountId, domainId]);
    return first?.zone ? { ...first.zone, records: others.map(({ record }) => record!) } : undefined;
  }

  /**
   * The versions from `oldest` to `newest`, the newest first, a part of them at a time: there may be many, and large ones.
   * @throws NotFound when one of them is no longer kept
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

  /** The first version of a domain that the transaction has made with its records. */
  recordFirst(tx: Tx, actor: Actor, domain: VersionedDomain, { description = '' }: VersionNote = {}): void {
    const counts = [null, 0, 0];
    tx.send(INSERT_VERSION, [...this.origin(actor, domain), description, ...counts, null, null, null]);
  }

  /** The version of a domain whose row the transaction has changed, with its `zone_version`. */
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
    const values = [...this.origin(actor, domain), description, ...counts, textOf(removed), textOf(added)];
    return (await tx.row(INSERT_VERSION, [...values, settings ? JSON.stringify(settings) : null]))!;
  }

  private origin({ username, tokenId, requestId }: Actor, { accountId, id }: VersionedDomain): unknown[] {
    return [accountId, id, username ?? null, tokenId ?? null, requestId ?? null, this.clock.now()];
  }
}

/** Puts the rows of each version together. They follow each other. */
function changesOf(parts: readonly VersionPartRow[]): VersionChangeRow[] {
  return [...groupBy(parts, ({ version }) => version)].map(([version, rows]) => {
    const { isFirst, settings } = rows.find(({ change }) => change)!.change!;
    const removed = rows.flatMap((row) => row.removed ?? []);
    const added = rows.flatMap((row) => row.added ?? []);
    return { version, settings, removed, added: isFirst ? null : added };
  });
}

/** @returns JSON */
function textOf(records: readonly StoredRecord[]): string {
  return JSON.stringify(records.map(versionedRecord));
}
