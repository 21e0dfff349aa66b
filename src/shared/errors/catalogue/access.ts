import type { CatalogueEntry } from './entry.js';

/** Refusals that depend on the caller, not on the request. */
export const ACCESS = {
  invalid_token: {
    reason: 'Invalid Token',
    title: 'The credential is missing or does not work',
    explanation: 'The request has no token, or one that is unknown, expired or revoked.',
    remedy:
      'Send the header Authorization: Bearer TOKEN with a token that works. Create a new one if this one has ended.',
  },
  missing_scope: {
    reason: 'Your OAuth token is not authorized to use this endpoint.',
    title: 'The token lacks a scope',
    explanation:
      'A token reaches only what its scopes allow, whatever its user may do. `missing_scope` says what this request needs.',
    remedy: 'Create a token with that scope. An application asks its user for the scope again.',
  },
  forbidden: {
    reason: 'Unauthorized',
    title: 'The user may not do this',
    explanation:
      'The user is restricted and lacks a grant, which `missing_grant` names; or nobody of this kind of user may do it. The token itself is fine.',
    remedy: 'Ask an unrestricted user of the account for the grant, or to do it.',
  },
  outside_restrictions: {
    reason: "The token's restrictions do not allow this.",
    title: 'The token is narrowed, and this is outside of it',
    explanation:
      'Whoever made the token restricted it to certain domains, records, VPCs or images. This request is for something else, or for an action that the token may not do. Scopes and grants of its user do not widen it.',
    remedy:
      'Use another token. What this one may do is at GET /v4/profile/tokens/ID/restrictions, asked with a token that is not narrowed.',
  },
  scopes_exceed_token: {
    reason: "Scopes can't exceed those of the acting token.",
    title: 'A new token would reach further than this one',
    explanation:
      'A token can create only tokens that reach as far as itself or less. Otherwise a narrow token could free itself.',
    remedy: 'Ask for fewer scopes, or use a token with more of them.',
  },
  not_a_form: {
    reason: 'The body must be a form.',
    title: 'The body is not a form',
    explanation:
      'OAuth and the login page take forms: application/x-www-form-urlencoded or multipart/form-data.',
    remedy: 'Send the parameters as a form, with its Content-Type.',
  },
} as const satisfies Record<string, CatalogueEntry>;
