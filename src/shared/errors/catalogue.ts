import { ACCESS_CODES } from './catalogue/access.js';
import { ACCOUNT_CODES } from './catalogue/account.js';
import { CONDITION_CODES } from './catalogue/conditions.js';
import { DOMAIN_CODES } from './catalogue/domain.js';
import type { CatalogueEntry } from './catalogue/entry.js';
import { IMAGE_CODES } from './catalogue/image.js';
import { PROFILE_CODES } from './catalogue/profile.js';
import { REQUEST_CODES } from './catalogue/requests.js';
import { VPC_CODES } from './catalogue/vpc.js';

/** The codes by subject, for the error pages. */
export const SECTIONS = {
  'Any request': REQUEST_CODES,
  'Retries, preconditions, dry runs': CONDITION_CODES,
  Callers: ACCESS_CODES,
  'Accounts and users': ACCOUNT_CODES,
  Profile: PROFILE_CODES,
  VPCs: VPC_CODES,
  Domains: DOMAIN_CODES,
  Images: IMAGE_CODES,
} as const satisfies Record<string, Record<string, CatalogueEntry>>;

/**
 * Every refusal of the service, by its code (D-234): a closed list. The meaning of a released code
 * never changes. To add one, write an entry into the file of its area in `catalogue/`, and its text
 * into the reason catalogue of docs/rules/conventions.md. The compiler then accepts `invalid(field,
 * code)`, `faults.add(field, code)` and `reasonOf(code)`, and requires a value for each `{name}` in
 * the entry's `reason`. Two codes never have the same text.
 */
export const CATALOGUE = {
  ...REQUEST_CODES,
  ...CONDITION_CODES,
  ...ACCESS_CODES,
  ...ACCOUNT_CODES,
  ...PROFILE_CODES,
  ...VPC_CODES,
  ...DOMAIN_CODES,
  ...IMAGE_CODES,
} as const satisfies Record<string, CatalogueEntry>;

export type Code = keyof typeof CATALOGUE;
