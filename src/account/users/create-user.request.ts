import { email, password, username } from '../../access/users/user.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean } from '../../shared/validation/rules.js';

export class CreateUserRequest {
  @Field(username(), { required: true, example: 'jane' })
  username: string;

  @Field(email(), { required: true, example: 'jane@example.com' })
  email: string;

  @Field(boolean(), { description: 'Default true.' })
  restricted?: boolean;

  @Field(password(), { description: 'Without one the user cannot log in.' })
  password?: string;
}
