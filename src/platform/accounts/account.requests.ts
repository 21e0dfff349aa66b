import { email, password, username } from '../../access/users/user.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { label, object, reference } from '../../shared/validation/rules.js';

export class FirstUserRequest {
  @Field(username(), { required: true, example: 'ada' })
  username: string;

  @Field(email(), { required: true, example: 'ada@example.com' })
  email: string;

  @Field(password(), { required: true, example: 'correct horse battery staple' })
  password: string;
}

export class CreateAccountRequest {
  @Field(label(0, 128), { required: true, example: 'Example Ltd' })
  company: string;

  @Field(email(), { required: true, example: 'billing@example.com' })
  email: string;

  @Field(reference())
  parent_account_id?: number;

  @Field(object(), { required: true, of: FirstUserRequest })
  user: FirstUserRequest;
}
