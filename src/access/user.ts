import type { UserEntity } from './user.entity.js';

/** A user, without the settings of the profile; `id` is the `uid`. */
export type User = Readonly<
  Pick<UserEntity, 'id' | 'accountId' | 'username' | 'email' | 'restricted' | 'userType'>
>;

/** A user to create. Without a password hash the user can't log in. */
export type NewUser = Omit<User, 'id'> & Readonly<Pick<UserEntity, 'passwordHash'>>;

/** A change of a user; undefined keeps the old value. */
export interface UserChange {
  readonly username?: string;
  readonly email?: string;
  readonly restricted?: boolean;
  readonly passwordHash?: string;
}
