import { email, password, username } from '../../access/users/user.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { label, object, reference } from '../../shared/validation/rules.js';

class FirstUserRequest {
  @Field(username(), {
    required: true,
    example: 'ada',
    description: 'The login name, unique on the platform.',
  })
  username: string;

  @Field(email(), { required: true, example: 'ada@example.com', description: 'The address of the user.' })
  email: string;

  @Field(password(), {
    required: true,
    example: 'correct horse battery staple',
    description: 'The password of the user.',
  })
  password: string;
}

export class CreateAccountRequest {
  @Field(label(0, 128), { required: true, example: 'Example Ltd', description: 'The name of the company.' })
  company: string;

  @Field(email(), {
    required: true,
    example: 'billing@example.com',
    description: 'The address of the account.',
  })
  email: string;

  @Field(reference(), { description: 'The parent account of a child account.' })
  parent_account_id?: number;

  @Field(object(), {
    required: true,
    of: FirstUserRequest,
    description: 'The first user, who is unrestricted.',
  })
  user: FirstUserRequest;
}
