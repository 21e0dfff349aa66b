/** A user who has signed in, as events name them. */
export interface SignedInUser {
  readonly accountId: number;
  readonly userId: number;
  readonly username: string;
}

/** The user of a login that waits for its two-factor code. */
export interface PendingUser {
  readonly userId: number;
  readonly username: string;
}

/** The facts about a user that a login needs. */
export interface LoginUser {
  readonly id: number;
  readonly accountId: number;
  readonly username: string;
  readonly restricted: boolean;
  /** Null for users who can't log in: users without a password, and proxy users (D-48, D-140). */
  readonly passwordHash: string | null;
  readonly twoFactorAuth: boolean;
}
