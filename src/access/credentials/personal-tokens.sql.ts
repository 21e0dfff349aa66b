import { CALLER } from '../caller.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { expiredRows } from '../../shared/jobs/expired-rows.sql.js';
import { Collection } from '../../shared/lists/collection.js';
import { TOKEN, type TokenRow } from './personal-token.resource.js';

/**
 * The condition that a token `p` is personal and, at `$2`, neither expired (D-74) nor unused for
 * `unused_days` (D-237).
 */
export const LIVE_PERSONAL = `p.kind = 'personal' AND (p.expiry IS NULL OR p.expiry > $2)
  AND (p.unused_until IS NULL OR p.unused_until > $2)`;

/** The caller's live personal tokens. `$1` is the caller's key, `$2` the present time. */
export const TOKENS = new Collection<TokenRow>({
  name: 'access.tokens.list',
  with: CALLER,
  select: TOKEN.columns(),
  of: 'caller',
  from: 'tokens p',
  where: `p.user_id = caller.user_id AND ${LIVE_PERSONAL}`,
  key: { 'p.id': 'bigint' },
  // At most MAX_TOKENS_PER_USER, by `tokens_personal_idx` alone (D-225).
  total: `SELECT (SELECT count(*) FROM tokens p WHERE p.user_id = caller.user_id AND ${LIVE_PERSONAL}) FROM caller`,
  fields: TOKEN.filters,
});

export const TOKEN_LOOKUP = {
  params: ['tokenId'],
  key: 'number',
  from: 'tokens p',
  where: `p.user_id = caller.user_id AND p.id = $3 AND ${LIVE_PERSONAL}`,
  shown: TOKEN.columns(),
  rows: 'p',
} as const satisfies PathLookup;

/** Also access tokens of applications: an application may go on for years. */
export const EXPIRED_TOKENS = expiredRows('profile.tokens', {
  table: 'tokens',
  where: '(expiry <= $1 OR unused_until <= $1)',
  order: 'least(expiry, unused_until)',
});
