import { tokenScopes } from '../../auth/credentials/token.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { dateTime, label } from '../../shared/validation/rules.js';

export class CreateTokenRequest {
  @Field(dateTime(), { description: 'Without one the token is valid until it is revoked.' })
  expiry?: string;

  @Field(label(1, 100), { example: 'deployment' })
  label?: string;

  @Field(tokenScopes(), {
    description: 'Separated by spaces. Without any, or as `*`: those of the acting token.',
    example: 'vpc:read_write domains:read_only',
  })
  scopes?: string;
}
