import { createHash } from 'node:crypto';
import { sha256 } from '../../secrets/sha256.js';

/** The owner of a key: a user with the rights of the credential. */
export interface KeyOwner {
  readonly accountId: number;
  readonly userId: number;
  readonly tokenId: number;
  readonly kind: string;
  readonly clientId: string | null;
  readonly scopes: string;
  readonly restricted: boolean;
  readonly accountAccess: string | null;
  readonly narrowing: object | null;
}

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly accountId: number;
  readonly userId: number;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
  /** The end of the lease; null while the transaction holds the key. */
  leaseUntil: Date | null;
}

/** The owner of the platform's keys, which has no user. */
const PLATFORM = { accountId: 0, userId: 0 };

/** @param owner undefined for the Platform API */
export function keyedRequest(
  owner: KeyOwner | undefined,
  key: string,
  { method, url, bodyBytes }: { readonly method: string; readonly url: string; readonly bodyBytes?: Buffer },
): KeyedRequest {
  const { accountId, userId } = owner ?? PLATFORM;
  const keyHash = sha256(JSON.stringify([userId, owner ? powerOf(owner) : 'platform', key]));
  const requestHash = createHash('sha256')
    .update(`${method} ${url}\n`)
    .update(bodyBytes ?? '')
    .digest();
  return { accountId, userId, keyHash, requestHash, leaseUntil: null };
}

/**
 * The rights of a credential, besides grants, which each request looks up (D-272). A refreshed
 * token has the same rights. A narrowed token has its own. They include the role, because some
 * handlers decide by it.
 */
function powerOf({ kind, clientId, scopes, restricted, accountAccess, narrowing, tokenId }: KeyOwner) {
  const narrowed = narrowing && tokenId;
  return [kind, clientId, scopes.split(' ').sort(), restricted, accountAccess, narrowed];
}
