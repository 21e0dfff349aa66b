import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { digest } from './digest.js';

/** What the table keeps: authorization requests under way, codes, refresh tokens. */
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

/** Short-lived things of the OAuth library, by the digest of their value. */
@Injectable()
export class PayloadsRepository {
  async save(tx: Tx, { kind, id, grantId, payload, expiry }: SavedPayload): Promise<void> {
    await tx.run(SAVE, [kind, digest(id), grantId, JSON.stringify(payload), expiry]);
  }

  async find(reader: Reader, kind: PayloadKind, id: string, now: Date): Promise<PayloadRow | undefined> {
    return reader.row(FIND, [kind, digest(id), now]);
  }

  /** @returns whether this was the first use: of several at once exactly one is. */
  async consume(tx: Tx, kind: PayloadKind, id: string, now: Date): Promise<boolean> {
    return (await tx.run(CONSUME, [kind, digest(id), now])) === 1;
  }

  async grantIdOf(reader: Reader, kind: PayloadKind, id: string): Promise<string | undefined> {
    return (await reader.row(GRANT_ID, [kind, digest(id)]))?.grant_id ?? undefined;
  }

  async destroy(tx: Tx, kind: PayloadKind, id: string): Promise<void> {
    await tx.run(DESTROY, [kind, digest(id)]);
  }

  /** The app of this grant has a refresh token until then (D-89). */
  async noteRefresh(tx: Tx, grantId: string, expiry: Date): Promise<void> {
    await tx.run(NOTE_REFRESH, [grantId, expiry]);
  }

  /**
   * Removes what has expired, and used refresh tokens from before `usedBefore`: until then a second use of one is
   * known and ends the grant. @returns how many, at most `limit`.
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

const GRANT_ID = query<{ grant_id: string | null }>(
  'signin.payloads.grant_id',
  'SELECT grant_id FROM oauth_payloads WHERE kind = $1 AND id_hash = $2',
);

const DESTROY = command(
  'signin.payloads.destroy',
  'DELETE FROM oauth_payloads WHERE kind = $1 AND id_hash = $2',
);

const NOTE_REFRESH = command(
  'signin.payloads.note_refresh',
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
