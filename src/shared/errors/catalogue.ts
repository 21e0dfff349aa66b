import { ACCESS } from './catalogue/access.js';
import { ACCOUNT } from './catalogue/account.js';
import { CONDITIONS } from './catalogue/conditions.js';
import { DOMAIN } from './catalogue/domain.js';
import type { CatalogueEntry } from './catalogue/entry.js';
import { IMAGE } from './catalogue/image.js';
import { PROFILE } from './catalogue/profile.js';
import { REQUESTS } from './catalogue/requests.js';
import { VPC } from './catalogue/vpc.js';

/** The codes by subject, for readers. */
export const SECTIONS = {
  'Any request': REQUESTS,
  'Retries, preconditions, dry runs': CONDITIONS,
  'Who asks': ACCESS,
  'Accounts and users': ACCOUNT,
  Profile: PROFILE,
  VPCs: VPC,
  Domains: DOMAIN,
  Images: IMAGE,
} as const satisfies Record<string, Record<string, CatalogueEntry>>;

/**
 * Every refusal of the service, by its code (D-234): a closed list. A code never changes its
 * meaning once it is released.
 * To add one, write an entry into the file of its area in `catalogue/`, and its text into the
 * reason catalogue of docs/rules/conventions.md. The compiler then accepts `invalid(field, code)`,
 * `faults.add(field, code)` and `reasonOf(code)`, and asks for a value for each `{name}` in the
 * entry's `reason`. Two codes never share a text.
 */
export const CATALOGUE = {
  ...REQUESTS,
  ...CONDITIONS,
  ...ACCESS,
  ...ACCOUNT,
  ...PROFILE,
  ...VPC,
  ...DOMAIN,
  ...IMAGE,
} as const satisfies Record<string, CatalogueEntry>;

export type Code = keyof typeof CATALOGUE;
