import { CALLER } from '../../auth/caller.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';

/** A personal access token as stored: of the token itself, its first 16 characters. */
export interface TokenRow {
  readonly id: number;
  readonly label: string;
  readonly scopes: string;
  readonly created: string;
  readonly expiry: string | null;
  readonly token_prefix: string;
}

export const TOKEN_COLUMNS = 'p.id, p.label, p.scopes, p.created, p.expiry, p.token_prefix';

/** D-74: personal, live ones only. */
export const LIVE_PERSONAL = `p.kind = 'personal' AND (p.expiry IS NULL OR p.expiry > $2)`;

/** The caller's live personal tokens; `$1` is the caller's key, `$2` the present. */
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
