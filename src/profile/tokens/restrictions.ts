import type { Narrowable, RecordAction } from '../../access/narrowing/narrowing.js';

/** A domain or some of its records, by id or by name. */
interface DomainRestriction {
  readonly id?: number;
  readonly domain?: string;
  readonly names?: readonly string[];
  readonly types?: readonly string[];
  readonly actions?: readonly RecordAction[];
}

/** All entities of a kind (D-279). */
export const ALL = '*';

/** The restrictions of a token, in the form of the API (D-237). */
export interface Restrictions {
  readonly sources?: readonly string[];
  readonly domains?: readonly DomainRestriction[] | typeof ALL;
  readonly vpcs?: readonly number[] | typeof ALL;
  readonly images?: readonly string[] | typeof ALL;
  readonly unused_days?: number;
}

/** An entity that a request names, with the path of its field. */
export interface Reference extends DomainRestriction {
  readonly field: string;
  readonly kind: Narrowable;
}
