/** A user, without the settings of the profile. */
export interface User {
  /** The `uid`. */
  readonly id: number;
  readonly accountId: number;
  readonly username: string;
  readonly email: string;
  readonly restricted: boolean;
  readonly userType: 'default' | 'proxy';
}

/** A user to create. Without a password hash the user can't log in. */
export interface NewUser {
  readonly accountId: number;
  readonly username: string;
  readonly email: string;
  readonly restricted: boolean;
  readonly userType: 'default' | 'proxy';
  readonly passwordHash: string | null;
}

/** What may change; undefined keeps the old value. */
export interface UserChange {
  readonly username?: string;
  readonly email?: string;
  readonly restricted?: boolean;
  readonly passwordHash?: string;
}
