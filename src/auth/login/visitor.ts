/** The browser that logs in. */
export interface Visitor {
  /** The client's address (D-50). */
  readonly address: string;
  readonly requestId?: string;
  readonly userAgent: string;
  /** The value of the session cookie, if the browser sent one. */
  readonly sessionToken: string | undefined;
  /** The value of the user's device cookie, if the browser sent one. */
  readonly deviceToken: (userId: number) => string | undefined;
  /** The value of the cookie of an earlier login of the user, if the browser sent one (D-209). */
  readonly knownToken: (userId: number) => string | undefined;
}
