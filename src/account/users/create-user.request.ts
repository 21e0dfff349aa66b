import { email, password, username } from '../../access/users/user.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean } from '../../shared/validation/rules.js';

export class CreateUserRequest {
  @Field(username(), {
    required: true,
    example: 'jane',
    description: 'The login name, unique on the platform.',
  })
  username: string;

  @Field(email(), { required: true, example: 'jane@example.com', description: 'The address of the user.' })
  email: string;

  @Field(boolean(), { description: 'Default true.' })
  restricted?: boolean;

  @Field(password(), { description: 'Without one the user cannot log in.' })
  password?: string;
}
