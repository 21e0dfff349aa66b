import type { User } from '../user.js';

/** The entity of events about a user (D-134). */
export function userReference({ id, username }: Pick<User, 'id' | 'username'>) {
  return { id, label: username, type: 'user', url: `/v4/account/users/${username}` };
}

/** The entity of events about the user's own settings and access (D-134, D-216). */
export function profileReference({
  userId,
  username,
}: {
  readonly userId: number;
  readonly username: string;
}) {
  return { id: userId, label: username, type: 'profile', url: '/v4/profile' };
}

/** The event that a user ended the access of an application (D-216). */
export function appRevoked(user: Parameters<typeof profileReference>[0]) {
  const message = 'The access of an application was revoked.';
  return { action: 'profile_update', entity: profileReference(user), message } as const;
}
