/** The types of records in the spec's order, which is also their order in a zone file (D-107). */
export const RECORD_TYPES = ['A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA'] as const;

export type RecordTypeName = (typeof RECORD_TYPES)[number];

/** Fields that only some types have; the others show them as 0 or null (D-99). */
export type TypedField = 'priority' | 'weight' | 'port' | 'service' | 'protocol' | 'tag';

/** A record's own data as it is stored. */
export interface RecordValues {
  readonly type: RecordTypeName;
  /** Relative to the domain, `''` at the apex, case kept (D-100). */
  readonly name: string;
  /** As it is shown. */
  readonly target: string;
  readonly ttlSec: number;
  readonly priority: number;
  readonly weight: number;
  readonly port: number;
  readonly service: string | null;
  readonly protocol: string | null;
  readonly tag: string | null;
  /**
   * The target as a zone file has it, hosts as `hostTarget` gives them, so that it holds under another domain too.
   * Null when it has no place in DNS: too long (D-109).
   */
  readonly rdata: string | null;
}

/** Where a record is to be, and whose request asks for it. */
export interface RecordContext {
  readonly domain: string;
  /** The caller's address, for `[remote_addr]`. */
  readonly remoteAddress: string;
}

/** The stored target and its form in a zone file, with what else the target decides. */
export type StoredTarget = Pick<RecordValues, 'target' | 'rdata'> & Partial<Pick<RecordValues, 'priority'>>;

/** As it is stored, or why it can't be. */
export type TargetResult = StoredTarget | { readonly reason: string };

/** What distinguishes one record type from another. */
export interface RecordType {
  /** `built`: made of service and protocol, whatever the request says. */
  readonly name: 'optional' | 'required' | 'built';
  /** In the spec's order. */
  readonly fields: readonly (readonly [field: TypedField, need: 'optional' | 'required'])[];
  target(target: string, context: RecordContext, tag: unknown): TargetResult;
}

export const TARGET_NOT_VALID = { reason: 'target is not valid' } as const;
