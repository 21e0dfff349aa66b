import { email, password, username } from '../../access/users/user.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, dateTime, label, oneOf, string } from '../../shared/validation/rules.js';
import { tokenScopes } from '../../access/credentials/token.rules.js';

export class CreatePlatformUserRequest {
  @Field(username(), {
    required: true,
    example: 'grace',
    description: 'The login name, unique on the platform.',
  })
  username: string;

  @Field(email(), { required: true, example: 'grace@example.com', description: 'The address of the user.' })
  email: string;

  @Field(password(), { description: 'Without one the user cannot log in.' })
  password?: string;

  @Field(boolean(), {
    description: 'Whether the user is limited to the entities of their grants. Default true.',
  })
  restricted?: boolean;

  @Field(oneOf(['default', 'proxy']), {
    description: '`proxy`: a user that the parent account works with. Default `default`.',
  })
  user_type?: 'default' | 'proxy';
}

export class SetPasswordRequest {
  @Field(password(), {
    required: true,
    example: 'correct horse battery staple',
    description: 'The new password. It ends all logins of the user.',
  })
  password: string;
}

export class CreatePlatformTokenRequest {
  @Field(oneOf(['personal', 'oauth']), {
    required: true,
    example: 'personal',
    description: '`oauth`: a token of an OAuth client.',
  })
  kind: 'personal' | 'oauth';

  @Field(tokenScopes(), {
    required: true,
    example: '*',
    description: 'Scopes, separated by spaces; `*` for all.',
  })
  scopes: string;

  @Field(label(1, 100), { description: 'A name, for display only.' })
  label?: string;

  @Field(dateTime(), { description: 'When the token ends. Without it never.' })
  expiry?: string;

  @Field(string(() => undefined), { description: 'Required for kind oauth.' })
  client_id?: string;
}
