import type { OAuthClientEntity } from './oauth-client.entity.js';

/** An application that may ask users for access (D-145). `id` is 20 hex digits. */
export type OAuthClient = Readonly<Omit<OAuthClientEntity, 'secretHash' | 'created'>>;

/** A client to create. */
export type NewOAuthClient = Pick<OAuthClient, 'accountId' | 'label' | 'redirectUri' | 'public'> &
  Partial<Pick<OAuthClient, 'website' | 'thumbnailUrl'>>;

/** A change of a client; undefined keeps the old value. */
export type OAuthClientChange = Partial<
  Pick<OAuthClient, 'label' | 'redirectUri' | 'website' | 'thumbnailUrl'>
>;
