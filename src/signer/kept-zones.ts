import { setImmediate as otherWork } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { SigningStatus } from '../domain/dnssec/dnssec.rules.js';
import { apexSets } from './apex-sets.js';
import * as sql from './kept-zones.sql.js';
import { differences } from './record-differences.js';
import { ZoneKey, ZoneSigner, weekOf, type RecordSet } from './record-set.js';

/**
 * The sets of one batch. A set takes one or two signatures of some 10 µs each; other zones run
 * between batches.
 */
const SETS_AT_ONCE = 50;
/** Above this number of changed sets, secondaries get a full transfer. */
const MAX_CHANGED_SETS = 500;
const MAX_CHANGES = 50;
/**
 * The most bytes of a zone's records in PowerDNS's form. A set is one value, and the end of this
 * process if Node.js can't make a string of it: a string has at most 512 MiB.
 */
const MAX_ZONE_BYTES = 128 * 1024 * 1024;

/** A signed zone as it is stored, at its last serial. */
export interface KeptZone {
  readonly domainId: number;
  readonly serial: number;
}

interface FoundZone extends KeptZone {
  readonly accountId: number;
  readonly name: string;
  readonly status: SigningStatus;
  readonly soa: string;
  readonly ttl: number;
  readonly keptSerial: number | null;
  readonly keptWeek: number | null;
  readonly keptKeys: number[] | null;
}

/**
 * A set that has changed; the new values are null when it was deleted, and `records` when it is
 * new.
 */
interface ChangedSet {
  readonly name: string;
  readonly type: string;
  readonly ttl: number | null;
  readonly content: string | null;
  readonly isSigned: boolean | null;
  readonly records: Buffer | null;
  /** Whether the zone is small enough to be signed. */
  readonly fits: boolean;
}

interface SignedSet extends RecordSet {
  readonly records: Buffer;
}

/** Stores signed zones with their signatures and their changes (D-290). */
export class KeptZones {
  private readonly running = new Map<string, Promise<KeptZone | undefined>>();

  constructor(
    private readonly pool: Pool,
    private readonly now = () => new Date(),
  ) {}

  /**
   * Signs the zone if needed.
   * @returns undefined when no signed zone has this name
   */
  current(name: string): Promise<KeptZone | undefined> {
    const running = this.running.get(name);
    if (running) return running;
    const work = this.bringUpToDate(name).finally(() => this.running.delete(name));
    this.running.set(name, work);
    return work;
  }

  /**
   * Reads the records that were removed and added since a serial, alternately, the oldest change
   * first. Returns none when a change in between is no longer stored.
   */
  async changesSince({ domainId, serial }: KeptZone, since: number): Promise<Buffer[]> {
    const { rows } = await this.pool.query<{ removed: Buffer; added: Buffer }>(sql.CHANGES_SINCE, [
      domainId,
      since,
      serial,
    ]);
    return rows.flatMap(({ removed, added }) => [removed, added]);
  }

  /** Reads all records of the zone, the SOA first. */
  async records({ domainId }: KeptZone): Promise<Buffer[]> {
    const { rows } = await this.pool.query<{ records: Buffer }>(sql.ALL_SETS, [domainId]);
    return rows.map(({ records }) => records);
  }

  /** Reads the SOA record and its signatures. */
  async soa({ domainId }: KeptZone): Promise<Buffer> {
    const { rows } = await this.pool.query<{ records: Buffer }>(sql.SOA_SET, [domainId]);
    return rows[0]!.records;
  }

  private async bringUpToDate(name: string): Promise<KeptZone | undefined> {
    const { rows } = await this.pool.query<FoundZone>(sql.FIND, [name]);
    const [found] = rows;
    if (!found || found.serial === found.keptSerial) return found;
    const client = await this.pool.connect();
    try {
      // Another signer may sign it now: after the wait, read the zone again.
      await client.query('SELECT pg_advisory_lock($1, $2)', LOCK(found.domainId));
      return await this.inSnapshot(client, name);
    } finally {
      await client.query('SELECT pg_advisory_unlock_all()').then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
    }
  }

  /** Signs in one snapshot, because records, keys and serial belong together. */
  private async inSnapshot(client: PoolClient, name: string): Promise<KeptZone | undefined> {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    try {
      const { rows } = await client.query<FoundZone>(sql.FIND, [name]);
      const [zone] = rows;
      if (zone && zone.serial !== zone.keptSerial) await this.sign(client, zone);
      await client.query('COMMIT');
      return zone;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  }

  private async sign(client: PoolClient, zone: FoundZone): Promise<void> {
    const { rows } = await client.query<{ id: number; content: string }>(sql.KEYS, [zone.domainId]);
    const keys = rows.map(({ id, content }) => new ZoneKey(id, content));
    const week = weekOf(this.now());
    const ids = keys.map(({ id }) => id);
    const hasSameKeysAndWeek = zone.keptWeek === week && zone.keptKeys?.join() === ids.join();
    const changed = await changedSets(client, zone, keys, !hasSameKeysAndWeek);
    const signed = await signAll(new ZoneSigner(zone.name, keys, week), changed);
    const of = [zone.domainId, zone.accountId];
    await client.query(sql.KEEP_ZONE, [...of, zone.serial, week, ids]);
    await keepSets(client, zone, changed, signed);
    await keepChange(client, zone, changed, signed);
  }
}

const LOCK = (domainId: number) => [0x51_6e_65_64, domainId | 0];

/** @throws Error for a zone that is too large */
async function changedSets(
  client: PoolClient,
  { domainId, name, status, soa, ttl }: FoundZone,
  keys: readonly ZoneKey[],
  hasAllSets: boolean,
): Promise<ChangedSet[]> {
  const minimum = Math.min(ttl, Number(soa.split(' ')[6]));
  const apex = JSON.stringify(apexSets(name, status, keys, minimum));
  const { rows } = await client.query<ChangedSet>(sql.CHANGED_SETS, [
    domainId,
    apex,
    minimum,
    hasAllSets,
    name,
    MAX_ZONE_BYTES,
  ]);
  if (rows[0]?.fits === false) throw new Error('a zone of too many bytes');
  return rows;
}

/** @returns the sets that exist now */
async function signAll(signer: ZoneSigner, changed: readonly ChangedSet[]): Promise<SignedSet[]> {
  const signed: SignedSet[] = [];
  for (const { name, type, ttl, content, isSigned } of changed) {
    if (ttl === null || content === null || isSigned === null) continue;
    const set = { name, type, ttl, content, isSigned };
    signed.push({ ...set, records: signer.records(set) });
    if (signed.length % SETS_AT_ONCE === 0) await otherWork();
  }
  return signed;
}

async function keepSets(
  client: PoolClient,
  { domainId, accountId }: FoundZone,
  changed: readonly ChangedSet[],
  signed: readonly SignedSet[],
): Promise<void> {
  const gone = changed.filter(({ content }) => content === null);
  if (gone.length > 0) {
    const keys = [gone.map(({ name }) => name), gone.map(({ type }) => type)];
    await client.query(sql.DROP_SETS, [domainId, ...keys]);
  }
  for (let start = 0; start < signed.length; start += MAX_CHANGED_SETS) {
    const sets = signed.slice(start, start + MAX_CHANGED_SETS);
    await client.query(sql.KEEP_SETS, [
      domainId,
      accountId,
      sets.map(({ name }) => name),
      sets.map(({ type }) => type),
      sets.map(({ ttl }) => ttl),
      sets.map(({ content }) => content),
      sets.map(({ isSigned }) => isSigned),
      sets.map(({ records }) => records),
    ]);
  }
}

async function keepChange(
  client: PoolClient,
  { domainId, accountId, keptSerial, serial }: FoundZone,
  changed: readonly ChangedSet[],
  signed: readonly SignedSet[],
): Promise<void> {
  if (keptSerial === null || changed.length > MAX_CHANGED_SETS) {
    await client.query(sql.DROP_CHANGES, [domainId]);
    return;
  }
  const before = changed.filter(({ records }) => records !== null).sort(soaFirst);
  const { removed, added } = differences(
    before.map(({ records }) => records!),
    [...signed].sort(soaFirst).map(({ records }) => records),
  );
  await client.query(sql.KEEP_CHANGE, [domainId, accountId, keptSerial, serial, removed, added]);
  await client.query(sql.DROP_OLD_CHANGES, [domainId, MAX_CHANGES]);
}

function soaFirst(one: { type: string }, other: { type: string }): number {
  return Number(other.type === 'SOA') - Number(one.type === 'SOA');
}
