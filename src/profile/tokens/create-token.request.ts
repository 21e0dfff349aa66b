import { tokenScopes } from '../../access/credentials/token.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { capped, dateTime, label, object, oneOf, text } from '../../shared/validation/rules.js';
import { tooLong } from './restrictions.rules.js';
import { RestrictionsRequest } from './restrictions.request.js';

export class CreateTokenRequest {
  @Field(dateTime(), { description: 'Without one the token is valid until it is revoked.' })
  expiry?: string;

  @Field(label(1, 100), { example: 'deployment', description: 'A name, for display only.' })
  label?: string;

  @Field(capped(object(), tooLong), {
    of: RestrictionsRequest,
    refusesNull: true,
    description:
      'Holds the token to less than its scopes. With `domains`, `vpcs` or `images`, what they do not name is closed to it, and so ' +
      'is all else but the own profile. With none of them, the token reaches what its scopes reach.',
  })
  restrictions?: RestrictionsRequest;

  @Field(oneOf(['acme']), {
    description:
      "Instead of `restrictions` and `scopes`: the TXT records of a domain's ACME challenges, and reading the domain.",
  })
  preset?: 'acme';

  @Field(text(1, 253), { description: 'With `preset`: the domain, by its name.' })
  domain?: string;

  @Field(tokenScopes(), {
    description: 'Separated by spaces. Without any, or as `*`: those of the acting token.',
    example: 'vpc:read_write domains:read_only',
  })
  scopes?: string;
}
