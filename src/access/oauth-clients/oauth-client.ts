import type { OAuthClientEntity } from './oauth-client.entity.js';

/** An application that may ask users for access (D-145). `id` is 20 hex digits. */
export type OAuthClient = Readonly<Omit<OAuthClientEntity, 'secretHash' | 'created'>>;
