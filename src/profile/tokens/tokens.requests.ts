import { canonicalScopes } from '../../auth/scope.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { notValid } from '../../shared/validation/rule.js';
import { dateTime, label, string } from '../../shared/validation/rules.js';

const LABEL_MAX_LENGTH = 100;

const scopes = string((value) => (canonicalScopes(value) === undefined ? notValid('scopes') : undefined));

/** spec: POST /profile/tokens. */
export class CreateTokenRequest {
  @Field(dateTime(), { description: 'Without one the token is valid until it is revoked.' })
  expiry?: string;

  @Field(label(1, LABEL_MAX_LENGTH))
  label?: string;

  @Field(scopes, {
    description: 'Separated by spaces. Without any, or as `*`: those of the acting token.',
    example: 'vpc:read_write domains:read_only',
  })
  scopes?: string;
}

/** spec: PUT /profile/tokens/{tokenId}. */
export class UpdateTokenRequest {
  @Field(label(1, LABEL_MAX_LENGTH))
  label?: string;
}
