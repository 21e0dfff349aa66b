/** An application that may ask users for access (D-145). */
export interface OAuthClient {
  /** 20 hex digits. */
  readonly id: string;
  readonly accountId: number;
  readonly label: string;
  readonly redirectUri: string;
  readonly public: boolean;
  readonly status: string;
  readonly website: string;
  readonly thumbnailUrl: string | null;
}

/** A client to create. */
export type NewOAuthClient = Pick<OAuthClient, 'accountId' | 'label' | 'redirectUri' | 'public'> &
  Partial<Pick<OAuthClient, 'website' | 'thumbnailUrl'>>;

/** What may change; undefined keeps the old value. */
export type OAuthClientChange = Partial<
  Pick<OAuthClient, 'label' | 'redirectUri' | 'website' | 'thumbnailUrl'>
>;
