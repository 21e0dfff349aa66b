/** A user as the access side knows one. */
export interface User {
  /** The `uid`. */
  readonly id: number;
  readonly accountId: number;
  readonly username: string;
  readonly email: string;
  readonly restricted: boolean;
  readonly userType: 'default' | 'proxy';
}

/** A user to make; without a password hash there is no login. */
export interface NewUser {
  readonly accountId: number;
  readonly username: string;
  readonly email: string;
  readonly restricted: boolean;
  readonly userType: 'default' | 'proxy';
  readonly passwordHash: string | null;
}

/** What may change of a user; what is left out stays. */
export interface UserChange {
  readonly username?: string;
  readonly email?: string;
  readonly restricted?: boolean;
  readonly passwordHash?: string;
}
