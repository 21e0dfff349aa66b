import type { User } from './user.js';

/** The entity of events about a user (D-134). */
export function userEntity({ id, username }: Pick<User, 'id' | 'username'>) {
  return { id, label: username, type: 'user', url: `/v4/account/users/${username}` };
}
