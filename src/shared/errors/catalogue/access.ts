import type { CatalogueEntry } from './entry.js';

/** Refusals that depend on the caller. */
export const ACCESS_CODES = {
  invalid_token: {
    reason: 'Invalid Token',
    title: 'The credential is missing or not valid',
    explanation: 'The request has no token, or one that is unknown, expired or revoked.',
    remedy:
      'Send the header Authorization: Bearer TOKEN with a valid token. If this one has ended, create a new one.',
  },
  missing_scope: {
    reason: 'Your OAuth token is not authorized to use this endpoint.',
    title: 'The token lacks a scope',
    explanation:
      'The scopes of a token limit it, also when its user may do more. `missing_scope` lists the scopes that this request needs.',
    remedy: 'Create a token with that scope. An application asks its user for the scope again.',
  },
  forbidden: {
    reason: 'Unauthorized',
    title: 'The user may not do this',
    explanation:
      'The user is restricted and lacks a grant, which `missing_grant` names; or no user of this kind may do this. The token itself is valid.',
    remedy: 'Ask an unrestricted user of the account for the grant, or let them send the request.',
  },
  outside_restrictions: {
    reason: "The token's restrictions do not allow this.",
    title: 'The request is outside the restrictions of the token',
    explanation:
      'The token was created for certain domains, records, VPCs or images. This request is about another entity, or is an action that the token may not do. Scopes and grants of its user do not extend the restrictions.',
    remedy:
      'Use another token. A token without restrictions can read those of this one: GET /v4/profile/tokens/ID/restrictions.',
  },
  scopes_exceed_token: {
    reason: "Scopes can't exceed those of the acting token.",
    title: 'The new token would have more rights than this one',
    explanation:
      'A token can create only tokens with its own rights or fewer. Otherwise a restricted token could escape its restrictions.',
    remedy: 'Request fewer scopes, or use a token with more scopes.',
  },
  not_a_form: {
    reason: 'The body must be a form.',
    title: 'The body is not a form',
    explanation:
      'OAuth and the login page accept only forms: application/x-www-form-urlencoded or multipart/form-data.',
    remedy: 'Send the parameters as a form, with its Content-Type.',
  },
} as const satisfies Record<string, CatalogueEntry>;
