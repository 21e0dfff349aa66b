import { password } from '../../access/users/user.rules.js';
import { requestOf } from '../../shared/resources/resource-requests.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { USER } from './user.resource.js';

export class CreateUserRequest extends requestOf(USER, {
  required: ['username', 'email'],
  examples: { username: 'jane', email: 'jane@example.com' },
}) {
  @Field(password(), { description: 'Without one the user cannot log in.' })
  password?: string;
}
