import { string } from '../../shared/validation/rules.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { canonicalScopes } from '../scope.rules.js';

/** Scopes, in any accepted spelling (D-42). */
export function tokenScopes(): Rule {
  return string((value) => (canonicalScopes(value) === undefined ? notValid('scopes') : undefined));
}

/** The label of a token that was created without one (D-74). */
export const DEFAULT_TOKEN_LABEL = 'Personal Access Token';
