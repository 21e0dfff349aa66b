import { fault } from '../../shared/errors/errors.js';

/** The fault of a name that the account may not have (D-202, D-203). */
export const DOMAIN_NOT_AVAILABLE = fault('domain', 'domain_not_available');

/** The fault of a name above or below another account's domain (D-201). */
export const DOMAIN_CONFLICTS = fault('domain', 'domain_conflict');

/**
 * The fault of a name that is delegated to the platform, and that no account has or had (D-291).
 */
export const DOMAIN_NEEDS_CLAIM = fault('domain', 'domain_needs_claim', { help: '/v4/domains/claims' });

/** Returns the domain and the names above it but for the top level: `b.com`, `a.b.com`. */
export function chainOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels
    .slice(1)
    .map((_, index) => labels.slice(index).join('.'))
    .reverse();
}

/**
 * Returns the names below a domain as a range of reversed names: from `from`, up to and without
 * `to`. In a reversed name below, a period follows the domain; the slash follows it in ASCII.
 */
export function rangeBelow(domain: string): [from: string, to: string] {
  const backwards = [...domain].reverse().join('');
  return [`${backwards}.`, `${backwards}/`];
}
