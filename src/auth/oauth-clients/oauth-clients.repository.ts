import { Injectable } from '@nestjs/common';
import type { Reader } from '../../shared/database/reader.js';
import { query } from '../../shared/database/statement.js';
import type { OAuthClientRow } from './oauth-client.row.js';

/** Applications that may ask users for access. */
@Injectable()
export class OAuthClientsRepository {
  /** Whoever's it is: for the authorization server, which serves all accounts. */
  async findById(reader: Reader, id: string): Promise<OAuthClientRow | undefined> {
    return reader.row(FIND_BY_ID, [id]);
  }
}

const FIND_BY_ID = query<OAuthClientRow>(
  'auth.oauth_clients.find_by_id',
  `SELECT id, account_id, label, redirect_uri, public, status, secret_hash, website, thumbnail_url
     FROM oauth_clients WHERE id = $1`,
);
