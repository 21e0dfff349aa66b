import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { isStorable } from '../../shared/validation/characters.js';
import type { NewOAuthClient, OAuthClient, OAuthClientChange } from './oauth-client.js';

/** What the authorization server needs to know about a client. */
export interface StoredOAuthClient extends OAuthClient {
  /** SHA-256; null for a public client. */
  readonly secretHash: Buffer | null;
}

const COLUMNS = `id, account_id AS "accountId", label, redirect_uri AS "redirectUri", public, status, website,
  thumbnail_url AS "thumbnailUrl"`;

const FIND = query<StoredOAuthClient>(
  'auth.oauthClients.find',
  `SELECT ${COLUMNS}, secret_hash AS "secretHash" FROM oauth_clients WHERE id = $1`,
);
const INSERT = command<OAuthClient>(
  'auth.oauthClients.insert',
  `INSERT INTO oauth_clients (id, account_id, label, redirect_uri, public, secret_hash, website, thumbnail_url, created)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}`,
);
/** D-210. */
const COUNT = query<{ count: number }>(
  'auth.oauthClients.count',
  'SELECT count(*) AS count FROM oauth_clients WHERE account_id = $1',
);
const UPDATE = command<OAuthClient>(
  'auth.oauthClients.update',
  `UPDATE oauth_clients SET label = coalesce($3, label), redirect_uri = coalesce($4, redirect_uri),
     website = coalesce($5, website), thumbnail_url = CASE WHEN $6 THEN $7 ELSE thumbnail_url END
   WHERE account_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
);
const LOCK = command<OAuthClient>(
  'auth.oauthClients.lock',
  `SELECT ${COLUMNS} FROM oauth_clients WHERE account_id = $1 AND id = $2 FOR UPDATE`,
);
const SET_SECRET = command(
  'auth.oauthClients.setSecret',
  'UPDATE oauth_clients SET secret_hash = $3 WHERE account_id = $1 AND id = $2',
);
const DELETE = command(
  'auth.oauthClients.delete',
  'DELETE FROM oauth_clients WHERE account_id = $1 AND id = $2',
);

@Injectable()
export class OAuthClientsRepository {
  /** Finds clients of all accounts: the authorization server serves them all. */
  async find(reader: Reader, id: string): Promise<StoredOAuthClient | undefined> {
    if (!isStorable(id)) return undefined;
    return reader.row(FIND, [id]);
  }

  async insert(
    tx: Tx,
    id: string,
    client: NewOAuthClient,
    secretHash: Buffer | null,
    now: Date,
  ): Promise<OAuthClient> {
    const { accountId, label, redirectUri, website = '', thumbnailUrl = null } = client;
    const values = [id, accountId, label, redirectUri, client.public, secretHash, website, thumbnailUrl, now];
    return (await tx.row(INSERT, values))!;
  }

  /** Exact only while the account is locked. */
  async count(tx: Tx, accountId: number): Promise<number> {
    return (await tx.row(COUNT, [accountId]))!.count;
  }

  update(tx: Tx, accountId: number, id: string, change: OAuthClientChange): Promise<OAuthClient | undefined> {
    const { label = null, redirectUri = null, website = null, thumbnailUrl } = change;
    const setsThumbnail = thumbnailUrl !== undefined;
    return tx.row(UPDATE, [accountId, id, label, redirectUri, website, setsThumbnail, thumbnailUrl ?? null]);
  }

  /** Reads the client and locks the row until the transaction ends. */
  lock(tx: Tx, accountId: number, id: string): Promise<OAuthClient | undefined> {
    return tx.row(LOCK, [accountId, id]);
  }

  async setSecret(tx: Tx, accountId: number, id: string, secretHash: Buffer): Promise<void> {
    await tx.run(SET_SECRET, [accountId, id, secretHash]);
  }

  /** Also deletes the client's authorizations and tokens (by foreign key). */
  async delete(tx: Tx, accountId: number, id: string): Promise<void> {
    await tx.run(DELETE, [accountId, id]);
  }
}
