import { email, password, username } from '../../access/users/user.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean } from '../../shared/validation/rules.js';

export class UpdateUserRequest {
  @Field(username(), { example: 'jane' })
  username?: string;

  @Field(email(), { example: 'jane@example.com' })
  email?: string;

  @Field(boolean())
  restricted?: boolean;

  @Field(password(), {
    description: 'Ends logins, trusted devices, passkeys and OAuth tokens.',
  })
  password?: string;
}
