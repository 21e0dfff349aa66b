import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import type { Reader, Tx } from '../../database/reader.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { OAuthPayloadEntity } from './oauth-payload.entity.js';
import { EXTEND_APP, HOLD_GRANT } from './oauth.sql.js';

/** `Interaction` is the library's name of an authorization request in progress. */
export type PayloadKind = 'Interaction' | 'AuthorizationCode' | 'RefreshToken';

interface SavedPayload {
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
    const row = { ...key(kind, id), grantId, payload, expiry };
    await tx.repository(OAuthPayloadEntity).upsert(row, ['kind', 'idHash']);
  }

  find(reader: Reader, kind: PayloadKind, id: string, now: Date): Promise<OAuthPayloadEntity | null> {
    return reader.repository(OAuthPayloadEntity).findOneBy({ ...key(kind, id), expiry: MoreThan(now) });
  }

  /**
   * @returns whether this was the first use. Of several uses at the same moment, exactly one is the
   * first.
   */
  async consume(tx: Tx, kind: PayloadKind, id: string, now: Date): Promise<boolean> {
    const unused = { ...key(kind, id), consumed: IsNull() };
    const { affected } = await tx.repository(OAuthPayloadEntity).update(unused, { consumed: now });
    return affected === 1;
  }

  async extend(tx: Tx, kind: PayloadKind, id: string, expiry: Date): Promise<void> {
    await tx.repository(OAuthPayloadEntity).update(key(kind, id), { expiry });
  }

  async grantIdOf(reader: Reader, kind: PayloadKind, id: string): Promise<string | undefined> {
    const payload = await reader.repository(OAuthPayloadEntity).findOneBy(key(kind, id));
    return payload?.grantId ?? undefined;
  }

  async destroy(tx: Tx, kind: PayloadKind, id: string): Promise<void> {
    await tx.repository(OAuthPayloadEntity).delete(key(kind, id));
  }

  /** @returns whether the grant exists. It can't be deleted until the transaction ends. */
  async holdGrant(tx: Tx, grantId: string): Promise<boolean> {
    return (await tx.row(HOLD_GRANT, [grantId])) !== undefined;
  }

  /** Records until when the grant's app can refresh (D-89). */
  async extendApp(tx: Tx, grantId: string, expiry: Date): Promise<void> {
    await tx.run(EXTEND_APP, [grantId, expiry]);
  }
}

function key(kind: PayloadKind, id: string) {
  return { kind, idHash: sha256(id) };
}
