import { CALLER } from '../caller.js';
import type { TokenEntity } from './token.entity.js';
import { command, type Columns } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';

/**
 * The columns of a personal access token that the API shows; `tokenPrefix` is the first 16
 * characters of the secret.
 */
export type TokenRow = Columns<TokenEntity, 'id' | 'label' | 'scopes' | 'created' | 'expiry' | 'tokenPrefix'>;

const TOKEN_COLUMNS = 'p.id, p.label, p.scopes, p.created, p.expiry, p.token_prefix AS "tokenPrefix"';

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
  select: TOKEN_COLUMNS,
  of: 'caller',
  from: 'tokens p',
  where: `p.user_id = caller.user_id AND ${LIVE_PERSONAL}`,
  key: { 'p.id': 'bigint' },
  // At most MAX_TOKENS_PER_USER, by `tokens_personal_idx` alone (D-225).
  total: `SELECT (SELECT count(*) FROM tokens p WHERE p.user_id = caller.user_id AND ${LIVE_PERSONAL}) FROM caller`,
  fields: {
    id: numberField('p.id'),
    label: stringField('p.label'),
    created: timeField('p.created'),
    scopes: stringField('p.scopes'),
    expiry: timeField('p.expiry'),
  },
});

export const TOKEN_LOOKUP = {
  params: ['tokenId'],
  key: 'number',
  from: 'tokens p',
  where: `p.user_id = caller.user_id AND p.id = $3 AND ${LIVE_PERSONAL}`,
  shown: TOKEN_COLUMNS,
  rows: 'p',
} as const satisfies PathLookup;

export const TIDY_TOKENS = command(
  'access.tokens.tidy',
  `DELETE FROM tokens WHERE id IN (
     SELECT id FROM tokens WHERE kind = 'personal' AND (expiry <= $1 OR unused_until <= $1)
     ORDER BY least(expiry, unused_until) LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
