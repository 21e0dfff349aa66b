import { password } from '../../access/users/user.rules.js';
import { requestOf } from '../../shared/resources/resource-requests.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { USER } from './user.resource.js';

export class UpdateUserRequest extends requestOf(USER, {
  examples: { username: 'jane', email: 'jane@example.com' },
}) {
  @Field(password(), { description: 'Ends logins, trusted devices, passkeys and OAuth tokens.' })
  password?: string;
}
