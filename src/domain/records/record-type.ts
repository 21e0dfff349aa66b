import type { Reason } from '../../shared/errors/reason.js';
import { notValid } from '../../shared/validation/rule.js';

/** The record types of the spec in its order, which is also the order in a zone file (D-107). */
export const SPECIFIED_TYPES = ['A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA'] as const;

/** All record types. The spec has no DS (D-293). */
export const RECORD_TYPES = [...SPECIFIED_TYPES, 'DS'] as const;

export type RecordTypeName = (typeof RECORD_TYPES)[number];

/** Fields that only some types have. Other types show 0 or null (D-99). */
export type TypedField = 'priority' | 'weight' | 'port' | 'service' | 'protocol' | 'tag';

/** The stored values of a record. */
export interface RecordValues {
  readonly type: RecordTypeName;
  /** Relative to the domain, `''` at the apex, in the given case (D-100). */
  readonly name: string;
  /** The target as the API shows it. */
  readonly target: string;
  readonly ttlSec: number;
  readonly priority: number;
  readonly weight: number;
  readonly port: number;
  readonly service: string | null;
  readonly protocol: string | null;
  readonly tag: string | null;
  /**
   * The target in the form of a zone file. Hosts have the form of `hostTarget`, so that the value
   * stays correct when the domain is renamed or cloned. Null for a text that no nameserver can
   * serve (D-294).
   */
  readonly rdata: string | null;
}

/** The domain of a record, and the caller's address. */
export interface RecordContext {
  readonly domain: string;
  /** The value of `[remote_addr]`. */
  readonly remoteAddress: string;
  /** The type of a stored record: its target can't change it (D-295). */
  readonly fixedType?: RecordTypeName;
  /** The name below which an SRV record's service is (D-240); `''`, the default, is the domain. */
  readonly serviceBelow?: string;
}

/** A valid target and its form in a zone file; type and priority if the target decides on them. */
export type StoredTarget = Pick<RecordValues, 'target' | 'rdata'> &
  Partial<Pick<RecordValues, 'type' | 'priority'>>;

/** The stored form of a target, or the reason why it is not valid. */
export type TargetResult = StoredTarget | Reason;

/** The rules of one record type. */
export interface RecordType {
  /** `built`: made of service, protocol and `serviceBelow`; the request's name is ignored. */
  readonly name: 'optional' | 'required' | 'built';
  /** In the order of the spec. */
  readonly fields: readonly (readonly [
    field: TypedField,
    need: 'required' | { readonly default: unknown },
  ])[];
  target(target: string, context: RecordContext, tag: unknown): TargetResult;
}

export const TARGET_NOT_VALID = notValid('target');
