import { email, password, username } from '../../access/users/user.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, dateTime, label, oneOf, string } from '../../shared/validation/rules.js';
import { tokenScopes } from '../../access/credentials/token.rules.js';

export class CreatePlatformUserRequest {
  @Field(username(), { required: true, example: 'grace' })
  username: string;

  @Field(email(), { required: true, example: 'grace@example.com' })
  email: string;

  @Field(password(), { description: 'Without one the user cannot log in.' })
  password?: string;

  @Field(boolean())
  restricted?: boolean;

  @Field(oneOf(['default', 'proxy']))
  user_type?: 'default' | 'proxy';
}

export class SetPasswordRequest {
  @Field(password(), { required: true, example: 'correct horse battery staple' })
  password: string;
}

export class CreatePlatformTokenRequest {
  @Field(oneOf(['personal', 'oauth']), { required: true, example: 'personal' })
  kind: 'personal' | 'oauth';

  @Field(tokenScopes(), { required: true, example: '*' })
  scopes: string;

  @Field(label(1, 100))
  label?: string;

  @Field(dateTime())
  expiry?: string;

  @Field(string(() => undefined), { description: 'Required for kind oauth.' })
  client_id?: string;
}
