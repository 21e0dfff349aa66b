import type { Actor, EntityReference } from './event.js';

/** A user whose own settings or access change; `actor` fields beyond these are optional. */
export interface ActingUser extends Actor {
  readonly userId: number;
  readonly username: string;
}

/** How events refer to the acting user's own settings, two-factor authentication and access included (D-134). */
export function profileReference({
  userId,
  username,
}: Pick<ActingUser, 'userId' | 'username'>): EntityReference {
  return { id: userId, label: username, type: 'profile', url: '/v4/profile' };
}

/** D-216: the messages of `profile_update` events that tell of the user's access, not of their settings. */
export const ACCESS_MESSAGES = {
  consent: (app: string) => `Access granted to the application ${app}.`,
  appRevoked: (app: string) => `Access of the application ${app} revoked.`,
  deviceTrusted: 'Trusted device added.',
  deviceDeleted: 'Trusted device deleted.',
  codeReused: (app: string) => `Authorization code of the application ${app} used again: its access ended.`,
  refreshTokenReused: (app: string) =>
    `Refresh token of the application ${app} used again: its access ended.`,
} as const;
