import {
  booleanProperty,
  oneOfProperty,
  orNull,
  taken,
  textProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';
import type { Given } from '../../shared/resources/resource-requests.js';
import { boolean } from '../../shared/validation/rules.js';
import type { SecretValue } from '../../shared/secrets/secret-value.js';
import type { OAuthClient } from './oauth-client.js';
import { clientLabel, redirectUri, webAddress } from './oauth-client.rules.js';

const REDACTED = '<REDACTED>';

/** An OAuth client, for the admin of its account (D-145). */
export const OAUTH_CLIENT = new Resource('OAuthClientResponse', 'c', {
  id: textProperty('Unique ID, which the OAuth flow calls `client_id`.', { example: '2737bf16b39ab5d7b4a1' }),
  label: taken(textProperty('The name that users see when they consent.'), { rule: clientLabel() }),
  redirect_uri: taken(
    textProperty('The address that the OAuth flow returns to.', { format: 'uri', filter: false }),
    {
      rule: redirectUri(),
    },
  ),
  public: taken(booleanProperty('Whether the client can keep no secret. Default false.'), {
    rule: boolean(),
    unset: false,
  }),
  status: oneOfProperty<string>(['active'], 'The state of the client.'),
  secret: orNull(
    textProperty(`Shown on create and reset, else ${REDACTED}; null for a public client.`, {
      expression: `CASE WHEN NOT c.public THEN '${REDACTED}' END`,
      filter: false,
    }),
  ),
  website: taken(textProperty('The website of the app.', { filter: false }), {
    rule: webAddress(),
    unset: '',
    clears: '',
  }),
  thumbnail_url: taken(
    orNull(textProperty('The address of a picture of the app.', { format: 'uri', filter: false })),
    { rule: webAddress(), unset: null, clears: null },
  ),
});

type Fields = typeof OAUTH_CLIENT.fields;

/** A row of `OAUTH_CLIENT.columns()`. */
export type ClientRow = Shown<Fields>;
/** The fields of a request; each one is valid by itself. */
export type ClientFields = Given<Fields>;

/** @param secret a new secret, for the only response that shows it */
export function shownClient(client: OAuthClient, secret?: SecretValue | null): ClientRow {
  const shownSecret = secret?.reveal() ?? REDACTED;
  return OAUTH_CLIENT.shownOf({ ...client, secret: client.public ? null : shownSecret });
}
