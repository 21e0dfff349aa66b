import { CALLER } from '../../auth/caller.js';
import { command, query } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';

/** A personal access token without its secret; `tokenPrefix` is the first 16 characters of it. */
export interface TokenRow {
  readonly id: number;
  readonly label: string;
  readonly scopes: string;
  readonly created: string;
  readonly expiry: string | null;
  readonly tokenPrefix: string;
}

export const TOKEN_COLUMNS = 'p.id, p.label, p.scopes, p.created, p.expiry, p.token_prefix AS "tokenPrefix"';

/** Personal and not expired at `$2` (D-74). */
export const LIVE_PERSONAL = `p.kind = 'personal' AND (p.expiry IS NULL OR p.expiry > $2)`;

/** The caller's live personal tokens. `$1` is the caller's key, `$2` the present time. */
export const TOKENS = new Collection<TokenRow>({
  name: 'profile.tokens.list',
  with: CALLER,
  select: TOKEN_COLUMNS,
  of: 'caller',
  from: 'tokens p',
  where: `p.user_id = caller.user_id AND ${LIVE_PERSONAL}`,
  order: 'p.id',
  fields: {
    id: numberField('p.id'),
    label: stringField('p.label'),
    created: timeField('p.created'),
    scopes: stringField('p.scopes'),
    expiry: timeField('p.expiry'),
  },
});

export const FIND = query<TokenRow>(
  'profile.tokens.find',
  `WITH ${CALLER}
   SELECT ${TOKEN_COLUMNS} FROM tokens p, caller WHERE p.user_id = caller.user_id AND p.id = $3 AND ${LIVE_PERSONAL}`,
);

export const SET_LABEL = command<TokenRow>(
  'profile.tokens.setLabel',
  `UPDATE tokens p SET label = coalesce($4, p.label) WHERE p.user_id = $1 AND p.id = $3 AND ${LIVE_PERSONAL}
   RETURNING ${TOKEN_COLUMNS}`,
);

export const DELETE = command<TokenRow>(
  'profile.tokens.delete',
  `DELETE FROM tokens p WHERE p.user_id = $1 AND p.id = $3 AND ${LIVE_PERSONAL} RETURNING ${TOKEN_COLUMNS}`,
);

export const TIDY = command(
  'profile.tokens.tidy',
  `DELETE FROM tokens WHERE id IN (
     SELECT id FROM tokens WHERE kind = 'personal' AND expiry <= $1 ORDER BY expiry LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
