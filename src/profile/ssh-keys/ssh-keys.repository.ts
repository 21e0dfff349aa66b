import { Injectable } from '@nestjs/common';
import { UserEntity } from '../../access/user.entity.js';
import { Database } from '../../database/database.js';
import type { Run, Tx, Values } from '../../database/reader.js';
import { changeRow, type Changed } from '../../database/repositories.js';
import { takenParameters } from '../../shared/resources/resource-requests.js';
import { SshKeyEntity } from './ssh-key.entity.js';
import { SSH_KEY, type SshKeyRow, type SshKeyValues } from './ssh-key.resource.js';
import { INSERT_SSH_KEY } from './ssh-keys.sql.js';

@Injectable()
export class SshKeysRepository {
  constructor(private readonly database: Database) {}

  /** The number of the user's keys; undefined for a deleted user. */
  async count(userId: number): Promise<number | undefined> {
    const exists = await this.database.repository(UserEntity).existsBy({ id: userId });
    return exists ? this.database.repository(SshKeyEntity).countBy({ userId }) : undefined;
  }

  /**
   * @param events the values of the change's event
   * @param max the quota
   * @returns undefined at the quota, and for a deleted user
   */
  insert(run: Run, events: Values, max: number, values: SshKeyValues): Promise<SshKeyRow | undefined> {
    return run(INSERT_SSH_KEY, [...events, max, ...takenParameters(SSH_KEY, values)]);
  }

  /** Locks the key until the transaction ends. @returns null when the user has no such key. */
  lock(tx: Tx, userId: number, id: number): Promise<SshKeyEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(SshKeyEntity).findOne({ where: { userId, id }, lock });
  }

  setLabel(tx: Tx, sshKey: SshKeyEntity, label: string | undefined): Promise<Changed<SshKeyEntity>> {
    const { userId, id } = sshKey;
    return changeRow(tx.repository(SshKeyEntity), { userId, id }, sshKey, { label });
  }

  async delete(tx: Tx, { userId, id }: SshKeyEntity): Promise<void> {
    await tx.repository(SshKeyEntity).delete({ userId, id });
  }
}
