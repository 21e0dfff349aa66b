/** A row of `oauth_clients`. */
export interface OAuthClientRow {
  readonly id: string;
  readonly account_id: number;
  readonly label: string;
  readonly redirect_uri: string;
  readonly public: boolean;
  readonly status: string;
  /** SHA-256; null for a public client. */
  readonly secret_hash: Buffer | null;
  readonly website: string;
  readonly thumbnail_url: string | null;
}
