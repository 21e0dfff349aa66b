import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { changeRow, type Changed } from '../../database/repositories.js';
import { mergedValues } from '../../shared/resources/resource-requests.js';
import { isStorable } from '../../shared/validation/characters.js';
import { OAuthClientEntity } from './oauth-client.entity.js';
import { OAUTH_CLIENT, type ClientFields } from './oauth-client.resource.js';

@Injectable()
export class OAuthClientsRepository {
  /** Finds a client of any account, because the authorization server serves all accounts. */
  async find(reader: Reader, id: string): Promise<OAuthClientEntity | undefined> {
    if (!isStorable(id)) return undefined;
    return (await reader.repository(OAuthClientEntity).findOneBy({ id })) ?? undefined;
  }

  async insert(tx: Tx, client: Omit<OAuthClientEntity, 'status'>): Promise<OAuthClientEntity> {
    const clients = tx.repository(OAuthClientEntity);
    const entity = clients.create({ ...client, status: 'active' });
    await clients.insert(entity);
    return entity;
  }

  /** @returns whether the client exists. It can't be deleted until the transaction ends. */
  async hold(tx: Tx, id: string): Promise<boolean> {
    const lock = { mode: 'for_key_share' } as const;
    return (
      (await tx.repository(OAuthClientEntity).findOne({ select: { id: true }, where: { id }, lock })) !== null
    );
  }

  /** Exact only while the account is locked. */
  count(tx: Tx, accountId: number): Promise<number> {
    return tx.repository(OAuthClientEntity).countBy({ accountId });
  }

  /** Reads the client and locks the row until the transaction ends. */
  lock(tx: Tx, accountId: number, id: string): Promise<OAuthClientEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(OAuthClientEntity).findOne({ where: { accountId, id }, lock });
  }

  /** As `lock`, for all clients of the account, by id. */
  lockAll(tx: Tx, accountId: number): Promise<OAuthClientEntity[]> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(OAuthClientEntity).find({ where: { accountId }, order: { id: 'ASC' }, lock });
  }

  /** @returns the client after the change. */
  update(tx: Tx, client: OAuthClientEntity, request: ClientFields): Promise<Changed<OAuthClientEntity>> {
    const { accountId, id } = client;
    const change = mergedValues(OAUTH_CLIENT, client, request);
    return changeRow(tx.repository(OAuthClientEntity), { accountId, id }, client, change);
  }

  async setSecret(tx: Tx, { accountId, id }: OAuthClientEntity, secretHash: Buffer): Promise<void> {
    await tx.repository(OAuthClientEntity).update({ accountId, id }, { secretHash });
  }

  /** Also deletes the client's authorizations and tokens, by foreign key (D-208). */
  async delete(tx: Tx, { accountId, id }: OAuthClientEntity): Promise<void> {
    await tx.repository(OAuthClientEntity).delete({ accountId, id });
  }
}
