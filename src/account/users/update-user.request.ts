import { email, password, username } from '../../access/users/user.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean } from '../../shared/validation/rules.js';

export class UpdateUserRequest {
  @Field(username(), { example: 'jane', description: 'The login name, unique on the platform.' })
  username?: string;

  @Field(email(), { example: 'jane@example.com', description: 'The address of the user.' })
  email?: string;

  @Field(boolean(), { description: 'Whether the user is limited to the entities of their grants.' })
  restricted?: boolean;

  @Field(password(), {
    description: 'Ends logins, trusted devices, passkeys and OAuth tokens.',
  })
  password?: string;
}
