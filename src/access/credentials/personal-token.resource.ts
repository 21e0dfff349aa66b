import {
  integerProperty,
  orNull,
  taken,
  textProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';
import { label } from '../../shared/validation/rules.js';
import type { TokenEntity } from '../token.entity.js';

/** spec: Personal access token. */
export const TOKEN = new Resource('TokenResponse', 'p', {
  id: integerProperty('Unique ID, for the revocation of the token.'),
  label: taken(textProperty('A name, for display only.'), { rule: label(1, 100) }),
  scopes: textProperty('The scopes of the token, which never change, separated by spaces; `*` for all.'),
  created: timeProperty('When the token was created.'),
  expiry: orNull(timeProperty('When the token ends; null for never.')),
  token: textProperty('In full only in the answer to its creation, else the first 16 characters.', {
    column: 'token_prefix',
    filter: false,
  }),
});

/** A row of `TOKEN.columns()`. */
export type TokenRow = Shown<typeof TOKEN.fields>;

/** @param token the part of the secret that the response shows; all of it after a creation */
export function shownToken(stored: TokenEntity, token = stored.tokenPrefix!): TokenRow {
  return TOKEN.shownOf({ ...stored, token });
}
