import { canonicalScopes, WILDCARD, within } from '../../access/scope.rules.js';
import { reasonOf, type Reason } from '../../shared/errors/reason.js';

/**
 * The scopes of a new token: the requested ones; those of the acting token if none or `*` was
 * requested (D-74, D-189).
 * @param requested text that `canonicalScopes` accepts.
 * @param held the acting token's scopes.
 */
export function scopesOf(requested: string | undefined, held: string): string {
  const canonical = requested === undefined ? WILDCARD : (canonicalScopes(requested) ?? WILDCARD);
  return canonical === WILDCARD ? held : canonical;
}

/** The scopes of a preset's token. */
export const PRESET_SCOPES = { acme: 'domains:read_write' } as const;

/** The reason to refuse scopes that the acting token lacks, or undefined (spec: Profile rule 7). */
export function scopesFault(scopes: string, held: string): Reason | undefined {
  return within(scopes, held) ? undefined : reasonOf('scopes_exceed_token');
}

/** The reason to refuse an expiry in the past, or undefined (D-74). */
export function expiryFault(expiry: Date | null, nowMilliseconds: number): Reason | undefined {
  return expiry && expiry.getTime() <= nowMilliseconds ? reasonOf('time_not_in_future') : undefined;
}
