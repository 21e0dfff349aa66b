/** In the order in which a zone goes through them. */
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

/** How far secondaries may be behind when resolvers ask them. */
export const PROPAGATION_SECONDS = 3600;
/** The least time that caches may keep a DS record. Nearly every registry has a shorter TTL; the service may not have seen it. */
export const MIN_DS_TTL_SECONDS = 172_800;

const WEEK_MS = 604_800_000;
const RENEWAL_MS = 3_600_000;
const MIN_PAUSE_MS = 300_000;
const MAX_PAUSE_MS = 3_600_000;

/** What is known of a signed zone. */
export interface SigningFacts {
  readonly status: SigningStatus;
  readonly since: Date;
  readonly until: Date | null;
  readonly dsTtlSec: number;
  readonly renewed: Date;
}

/** The DS records of a zone at the servers of its parent zone, in presentation format. */
export interface ParentDs {
  /** Those that every server lists. */
  readonly everywhere: readonly string[];
  /** Those that some server lists. */
  readonly anywhere: readonly string[];
  /** The longest of their TTLs; 0 without any. */
  readonly ttl: number;
}

/** The next status of a zone, and after how many seconds it ends by itself; null: it does not. */
export interface Step {
  readonly status: DnssecStatus;
  readonly seconds: number | null;
}

/** Whether the parent zone decides on the next step now. */
export function asksParent({ status, until }: SigningFacts, now: Date): boolean {
  if (status === 'replacing' || status === 'ending') return true;
  return (status === 'retiring' || status === 'unsigning') && isOver(until, now);
}

/**
 * The step that a zone takes now (D-244, RFC 6781 sections 4.1.3 and 4.3.4); undefined: none yet. What leaves the zone leaves it
 * only when no cache needs it any more.
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
  return STEPS[status](status === 'ending' || status === 'unsigning' ? isGone : isListed, facts.dsTtlSec);
}

type Waiting = 'replacing' | 'retiring' | 'ending' | 'unsigning';

/** By whether the parent zone is as the status wants it. */
const STEPS: Readonly<Record<Waiting, (isSo: boolean, dsTtl: number) => Step | undefined>> = {
  replacing: (isListed, dsTtl) =>
    isListed ? { status: 'retiring', seconds: dsTtl + PROPAGATION_SECONDS } : undefined,
  retiring: (isListed) => ({ status: isListed ? 'signed' : 'replacing', seconds: null }),
  ending: (isGone, dsTtl) =>
    isGone ? { status: 'unsigning', seconds: dsTtl + PROPAGATION_SECONDS } : undefined,
  unsigning: (isGone) => ({ status: isGone ? 'unsigned' : 'ending', seconds: null }),
};

/**
 * The keys whose DS records the zone above should list. Of two keys the newer one counts once every cache has it.
 * @param keys oldest first
 */
export function wantedKeys<Key>(status: DnssecStatus, keys: readonly Key[]): Key[] {
  if (status === 'ending' || status === 'unsigning') return [];
  return status === 'replacing' || status === 'retiring' ? keys.slice(-1) : keys.slice(0, 1);
}

/** As `wantedKeys`, of those that the zone above may list now: no cache has unsigned answers any more. */
export function readyKeys<Key>(status: DnssecStatus, keys: readonly Key[]): Key[] {
  return status === 'preparing' ? [] : wantedKeys(status, keys);
}

/**
 * When the secondaries have to fetch a zone again. PowerDNS and the signer make signatures anew on each Thursday, 0:00 UTC, for two
 * weeks from then on. An hour later every clock says so.
 */
export function renewalAfter(renewed: Date): Date {
  const week = Math.floor((renewed.getTime() - RENEWAL_MS) / WEEK_MS);
  return new Date((week + 1) * WEEK_MS + RENEWAL_MS);
}

/**
 * The time of the next look at the zone; the pauses grow while it waits for an entry at the registrar. DS records that the service
 * keeps in the zone above may change there at any time.
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
