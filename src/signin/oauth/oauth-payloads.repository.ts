import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { sha256 } from '../../shared/secrets/sha256.js';

/** `Interaction` is the library's name of an authorization request in progress. */
export type PayloadKind = 'Interaction' | 'AuthorizationCode' | 'RefreshToken';

export interface PayloadRow {
  readonly payload: Record<string, unknown>;
  readonly consumed: string | null;
}

export interface SavedPayload {
  readonly kind: PayloadKind;
  readonly id: string;
  readonly grantId: string | null;
  readonly payload: object;
  readonly expiry: Date;
}

/** The OAuth library's records, found by the digest of their value. */
@Injectable()
export class OAuthPayloadsRepository {
  async save(tx: Tx, { kind, id, grantId, payload, expiry }: SavedPayload): Promise<void> {
    await tx.run(SAVE, [kind, sha256(id), grantId, JSON.stringify(payload), expiry]);
  }

  async find(reader: Reader, kind: PayloadKind, id: string, now: Date): Promise<PayloadRow | undefined> {
    return reader.row(FIND, [kind, sha256(id), now]);
  }

  /** @returns whether this was the first use. Of several uses at the same moment, exactly one is the first. */
  async consume(tx: Tx, kind: PayloadKind, id: string, now: Date): Promise<boolean> {
    return (await tx.run(CONSUME, [kind, sha256(id), now])) === 1;
  }

  async extend(tx: Tx, kind: PayloadKind, id: string, expiry: Date): Promise<void> {
    await tx.run(EXTEND, [kind, sha256(id), expiry]);
  }

  async grantIdOf(reader: Reader, kind: PayloadKind, id: string): Promise<string | undefined> {
    return (await reader.row(GRANT_ID, [kind, sha256(id)]))?.grant_id ?? undefined;
  }

  async destroy(tx: Tx, kind: PayloadKind, id: string): Promise<void> {
    await tx.run(DESTROY, [kind, sha256(id)]);
  }

  /** Records until when the grant's app can refresh (D-89). */
  async extendApp(tx: Tx, grantId: string, expiry: Date): Promise<void> {
    await tx.run(EXTEND_APP, [grantId, expiry]);
  }

  /**
   * Deletes expired records, and refresh tokens that were used before `usedBefore`. A used refresh token is kept until
   * then so that its second use is recognized.
   * @returns how many were deleted, at most `limit`
   */
  async tidy(tx: Tx, now: Date, usedBefore: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, usedBefore, limit]);
  }
}

const SAVE = command(
  'signin.payloads.save',
  `INSERT INTO oauth_payloads (kind, id_hash, grant_id, payload, expiry) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (kind, id_hash) DO UPDATE SET payload = excluded.payload, expiry = excluded.expiry`,
);

const FIND = query<PayloadRow>(
  'signin.payloads.find',
  'SELECT payload, consumed FROM oauth_payloads WHERE kind = $1 AND id_hash = $2 AND expiry > $3',
);

const CONSUME = command(
  'signin.payloads.consume',
  'UPDATE oauth_payloads SET consumed = $3 WHERE kind = $1 AND id_hash = $2 AND consumed IS NULL',
);

const EXTEND = command(
  'signin.payloads.extend',
  'UPDATE oauth_payloads SET expiry = $3 WHERE kind = $1 AND id_hash = $2',
);

const GRANT_ID = query<{ grant_id: string | null }>(
  'signin.payloads.grant_id',
  'SELECT grant_id FROM oauth_payloads WHERE kind = $1 AND id_hash = $2',
);

const DESTROY = command(
  'signin.payloads.destroy',
  'DELETE FROM oauth_payloads WHERE kind = $1 AND id_hash = $2',
);

const EXTEND_APP = command(
  'signin.payloads.extend_app',
  `UPDATE authorized_apps SET refresh_expiry = greatest(refresh_expiry, $2)
     FROM oauth_grants WHERE oauth_grants.id = $1 AND authorized_apps.id = oauth_grants.authorized_app_id`,
);

const TIDY = command(
  'signin.payloads.tidy',
  `DELETE FROM oauth_payloads WHERE (kind, id_hash) IN (
     SELECT kind, id_hash FROM oauth_payloads
      WHERE expiry <= $1 OR (kind = 'RefreshToken' AND consumed < $2)
      LIMIT $3 FOR UPDATE SKIP LOCKED)`,
);
