import { MAX_NAME_LENGTH } from '../names.rules.js';

/** In the order of a zone's life. */
export const DNSSEC_STATUSES = [
  'unsigned',
  'preparing',
  'signed',
  'rolling',
  'replacing',
  'retiring',
  'ending',
  'unsigning',
] as const;

export type DnssecStatus = (typeof DNSSEC_STATUSES)[number];
/** The status of a zone that has keys. */
export type SigningStatus = Exclude<DnssecStatus, 'unsigned'>;

/** The maximum time until secondaries serve a change. */
export const PROPAGATION_SECONDS = 3600;
/**
 * The minimum for the TTL of DS records in the parent zone, which the service may not have seen.
 * Nearly every registry has a shorter one.
 */
export const MIN_DS_TTL_SECONDS = 172_800;

const HASH_LENGTH = 32;
/**
 * The maximum length of a signed domain: NSEC3 records have a hash as a label before it (RFC 5155
 * section 3).
 */
export const MAX_SIGNED_LENGTH = MAX_NAME_LENGTH - HASH_LENGTH - 1;

const WEEK_MS = 604_800_000;
const RENEWAL_MS = 3_600_000;
const MIN_PAUSE_MS = 300_000;
const MAX_PAUSE_MS = 3_600_000;

/** The facts that decide on a signed zone. */
export interface SigningFacts {
  readonly status: SigningStatus;
  readonly since: Date;
  readonly until: Date | null;
  readonly dsTtlSec: number;
  readonly renewed: Date;
}

/** The DS records of a zone at the servers of its parent zone, in presentation format. */
export interface ParentDs {
  /** Listed by every server. */
  readonly everywhere: readonly string[];
  /** Listed by at least one server. */
  readonly anywhere: readonly string[];
  /** The maximum of their TTLs; 0 without records. */
  readonly ttl: number;
}

/** The next status of a zone. */
export interface Step {
  readonly status: DnssecStatus;
  /** The time after which the status ends by itself; null when it does not. */
  readonly seconds: number | null;
}

/** Whether the zone's signing ends. */
export function isEnding(status: DnssecStatus): boolean {
  return status === 'ending' || status === 'unsigning';
}

/** Whether the next step needs a query of the parent zone now. */
export function asksParent({ status, until }: SigningFacts, now: Date): boolean {
  if (status === 'replacing' || status === 'ending') return true;
  return (status === 'retiring' || status === 'unsigning') && isOver(until, now);
}

/**
 * Returns the due step of a zone (D-244, RFC 6781 sections 4.1.3 and 4.3.4); undefined when none is
 * due. A key or a DS record is deleted only when no cache needs it.
 * @param parent undefined when it was not asked, or no server of it answers
 * @param newestDs the DS record of the zone's newest key
 */
export function nextStep(
  facts: SigningFacts,
  parent: ParentDs | undefined,
  newestDs: string,
  now: Date,
): Step | undefined {
  const { status, until } = facts;
  if (until !== null && !isOver(until, now)) return undefined;
  if (status === 'preparing') return { status: 'signed', seconds: null };
  if (status === 'rolling') return { status: 'replacing', seconds: null };
  if (!parent || status === 'signed') return undefined;
  const isListed = parent.everywhere.includes(newestDs);
  const isGone = parent.anywhere.length === 0;
  return STEPS[status](isEnding(status) ? isGone : isListed, facts.dsTtlSec);
}

type Waiting = 'replacing' | 'retiring' | 'ending' | 'unsigning';

/** The next step by whether the parent zone has the DS records that the status waits for. */
const STEPS: Readonly<Record<Waiting, (isSo: boolean, dsTtl: number) => Step | undefined>> = {
  replacing: (isListed, dsTtl) =>
    isListed ? { status: 'retiring', seconds: dsTtl + PROPAGATION_SECONDS } : undefined,
  retiring: (isListed) => ({ status: isListed ? 'signed' : 'replacing', seconds: null }),
  ending: (isGone, dsTtl) =>
    isGone ? { status: 'unsigning', seconds: dsTtl + PROPAGATION_SECONDS } : undefined,
  unsigning: (isGone) => ({ status: isGone ? 'unsigned' : 'ending', seconds: null }),
};

/**
 * Returns the keys whose DS records the zone above should list. Of two keys, it is the newer one
 * when every cache has it.
 * @param keys oldest first
 */
export function wantedKeys<Key>(status: DnssecStatus, keys: readonly Key[]): Key[] {
  if (isEnding(status)) return [];
  return status === 'replacing' || status === 'retiring' ? keys.slice(-1) : keys.slice(0, 1);
}

/** As `wantedKeys`; none while a cache may have unsigned answers. */
export function readyKeys<Key>(status: DnssecStatus, keys: readonly Key[]): Key[] {
  return status === 'preparing' ? [] : wantedKeys(status, keys);
}

/**
 * Returns when the secondaries have to transfer a zone again. PowerDNS and the signer make new
 * signatures on each Thursday, 0:00 UTC, which are valid for 2 weeks. The renewal is 1 hour later,
 * so that differences between clocks do not matter.
 */
export function renewalAfter(renewed: Date): Date {
  const week = Math.floor((renewed.getTime() - RENEWAL_MS) / WEEK_MS);
  return new Date((week + 1) * WEEK_MS + RENEWAL_MS);
}

/**
 * Whether the secondaries have to transfer the zone again now. A clock that was ahead made the
 * signatures of a time to come, which are not valid yet.
 */
export function isRenewalDue(renewed: Date, now: Date): boolean {
  return renewed > now || renewalAfter(renewed) <= now;
}

/**
 * Returns the time of the next check of the zone. The pauses grow while the zone waits for the
 * registrar. A zone with DS records in a zone above of the same account is checked at least every
 * hour, because the DS records may change there at any time.
 */
export function nextCheck(facts: SigningFacts & { readonly delegated: boolean }, now: Date): Date {
  const { since, until, renewed, delegated } = facts;
  const waited = (now.getTime() - since.getTime()) / 10;
  const pause = Math.min(Math.max(waited, MIN_PAUSE_MS), MAX_PAUSE_MS);
  const step = asksParent(facts, now) ? now.getTime() + pause : (until?.getTime() ?? Infinity);
  const check = delegated ? now.getTime() + MAX_PAUSE_MS : Infinity;
  return new Date(Math.min(step, check, renewalAfter(renewed).getTime()));
}

function isOver(until: Date | null, now: Date): boolean {
  return until !== null && until <= now;
}
