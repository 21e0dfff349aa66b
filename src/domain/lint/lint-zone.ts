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
 * The records that answer for a host: `elsewhere` for a host outside of the zone or below a
 * delegation; `other` for records without an address or a CNAME; `nothing` for none.
 */
export type HostState = 'elsewhere' | 'address' | 'alias' | 'nothing' | 'other';

const NONE: readonly StoredRecord[] = [];

/**
 * A zone with its records by name, so that the time of a rule does not depend on the zone's size.
 */
export class LintZone {
  /** The nameservers that the zone file leaves out, by the ids of their records (D-108). */
  readonly withoutAddress: ReadonlyMap<number, string>;
  readonly sets: readonly LintedSet[];
  private readonly names: ReadonlySet<string>;
  private readonly setsByName: ReadonlyMap<string, ReadonlyMap<RecordTypeName, readonly StoredRecord[]>>;
  private readonly cuts = new Set<string>();
  private readonly nameservers = new Set<string>();

  /**
   * @param ttlSec the domain's TTL; 0 for the default
   * @param records the records in the order of their ids
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
    for (const { id, type, name, rdata } of records) {
      if (type !== 'NS') continue;
      // A name whose NS records are all left out is not delegated (D-292).
      if (name !== '' && !this.withoutAddress.has(id)) this.cuts.add(name.toLowerCase());
      this.nameservers.add(absoluteHost(rdata!, domain).toLowerCase().slice(0, -1));
    }
    this.sets = [...this.setsByName].flatMap(([name, types]) =>
      [...types].map(([type, set]) => ({ name, type, records: set })),
    );
  }

  /**
   * The records of a name itself, without a wildcard's.
   * @param name relative to the domain, in lower case
   */
  at(name: string, ...types: readonly RecordTypeName[]): StoredRecord[] {
    const found = this.setsByName.get(name);
    return types.flatMap((type) => found?.get(type) ?? []);
  }

  /**
   * The records of a type that answer for a name: its own, or a wildcard's. Always the same list
   * for one set, so that a rule can keep what it found in it.
   */
  answering(name: string, type: RecordTypeName): readonly StoredRecord[] {
    return this.setsByName.get(ownerOf(name, this.names))?.get(type) ?? NONE;
  }

  /** The host of a record's target, as `nameIn` returns it. */
  hostIn({ rdata }: StoredRecord): string | undefined {
    return this.nameIn(absoluteHost(rdata!, this.domain));
  }

  /**
   * @param host absolute
   * @returns the name relative to the domain; undefined for a host that another zone answers for
   */
  nameIn(host: string): string | undefined {
    const name = relativeName(host.toLowerCase().slice(0, -1), this.domain);
    return name === undefined || this.cutAbove(name) !== undefined ? undefined : name;
  }

  /** @param name the result of `nameIn` */
  stateOf(name: string | undefined): HostState {
    if (name === undefined) return 'elsewhere';
    const types = this.setsByName.get(ownerOf(name, this.names));
    if (!types) return 'nothing';
    if (types.has('A') || types.has('AAAA')) return 'address';
    return types.has('CNAME') ? 'alias' : 'other';
  }

  /** The highest delegated name at or above this one. */
  cutAbove(name: string): string | undefined {
    let cut: string | undefined;
    for (let above = name; above !== ''; above = parentOf(above)) if (this.cuts.has(above)) cut = above;
    return cut;
  }

  /** Whether an NS record of the zone names this host. */
  isNameserver(name: string): boolean {
    return this.nameservers.has(this.fullName(name));
  }

  /** The TTL of the record in seconds. */
  ttlOf({ ttlSec }: StoredRecord): number {
    return ttlSec || this.ttlSec || DEFAULT_SECONDS.ttl;
  }

  /** The name in messages: absolute, without the final period. */
  fullName(name: string): string {
    return name === '' ? this.domain : `${name}.${this.domain}`;
  }
}
