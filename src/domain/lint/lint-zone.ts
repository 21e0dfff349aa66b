import { parentOf, relativeName } from '../names.rules.js';
import { absoluteHost } from '../records/host-target.rules.js';
import { groupBy } from '../records/record-sets.rules.js';
import type { RecordTypeName } from '../records/record-type.js';
import type { StoredRecord } from '../records/record.resource.js';
import { DEFAULT_SECONDS } from '../seconds.rules.js';
import { nameserversWithoutAddress } from '../zones/nameserver-addresses.rules.js';
import { existingNames, ownerOf } from '../zones/names-in-zone.rules.js';

/** The records of one name and type, in the order of their ids. */
export interface LintedSet {
  /** Relative to the domain, in lower case. */
  readonly name: string;
  readonly type: RecordTypeName;
  readonly records: readonly StoredRecord[];
}

/**
 * What answers for a host: `elsewhere` when this zone does not, because the host lies outside of it or below a delegation; `other`
 * when it has records, but no address.
 */
export type HostState = 'elsewhere' | 'address' | 'alias' | 'nothing' | 'other';

/** A zone with its records by name, so that each rule takes the same time for each record. */
export class LintZone {
  /** The nameservers that are left out, by the ids of their records (D-108). */
  readonly withoutAddress: ReadonlyMap<number, string>;
  readonly sets: readonly LintedSet[];
  private readonly names: ReadonlySet<string>;
  private readonly setsByName: ReadonlyMap<string, ReadonlyMap<RecordTypeName, readonly StoredRecord[]>>;
  private readonly cuts = new Set<string>();
  private readonly nameservers = new Set<string>();

  /**
   * @param ttlSec of the domain; 0 for the default
   * @param records in the order of their ids
   */
  constructor(
    readonly domain: string,
    private readonly ttlSec: number,
    readonly records: readonly StoredRecord[],
  ) {
    this.names = existingNames(records);
    this.withoutAddress = nameserversWithoutAddress(domain, records);
    const byName = [...groupBy(records, ({ name }) => name.toLowerCase())];
    this.setsByName = new Map(byName.map(([name, found]) => [name, groupBy(found, ({ type }) => type)]));
    for (const { type, name, rdata } of records) {
      if (type !== 'NS') continue;
      if (name !== '') this.cuts.add(name.toLowerCase());
      this.nameservers.add(absoluteHost(rdata!, domain).toLowerCase().slice(0, -1));
    }
    this.sets = [...this.setsByName].flatMap(([name, types]) =>
      [...types].map(([type, set]) => ({ name, type, records: set })),
    );
  }

  /** The records of a name itself. @param name relative to the domain, in lower case */
  at(name: string, ...types: readonly RecordTypeName[]): StoredRecord[] {
    const found = this.setsByName.get(name);
    return types.flatMap((type) => found?.get(type) ?? []);
  }

  /** The records that answer for a name: its own, or a wildcard's. */
  answering(name: string, ...types: readonly RecordTypeName[]): StoredRecord[] {
    return this.at(ownerOf(name, this.names), ...types);
  }

  /** The host that a record names, relative to the domain; undefined for a host that another zone answers for. */
  hostIn({ rdata }: StoredRecord): string | undefined {
    return this.nameIn(absoluteHost(rdata!, this.domain));
  }

  /** @param host absolute. @returns undefined for a host that another zone answers for */
  nameIn(host: string): string | undefined {
    const name = relativeName(host.toLowerCase().slice(0, -1), this.domain);
    return name === undefined || this.cutAbove(name) !== undefined ? undefined : name;
  }

  /** @param name as `hostIn` gives it */
  stateOf(name: string | undefined): HostState {
    if (name === undefined) return 'elsewhere';
    const types = this.setsByName.get(ownerOf(name, this.names));
    if (!types) return 'nothing';
    if (types.has('A') || types.has('AAAA')) return 'address';
    return types.has('CNAME') ? 'alias' : 'other';
  }

  /** The uppermost delegated name at or above this one. */
  cutAbove(name: string): string | undefined {
    let cut: string | undefined;
    for (let above = name; above !== ''; above = parentOf(above)) if (this.cuts.has(above)) cut = above;
    return cut;
  }

  /** Whether an NS record of the zone names this host. */
  isNameserver(name: string): boolean {
    return this.nameservers.has(this.fullName(name));
  }

  /** The TTL in seconds that the record asks for. */
  ttlOf({ ttlSec }: StoredRecord): number {
    return ttlSec || this.ttlSec || DEFAULT_SECONDS.ttl;
  }

  /** As messages show a name. */
  fullName(name: string): string {
    return name === '' ? this.domain : `${name}.${this.domain}`;
  }
}
