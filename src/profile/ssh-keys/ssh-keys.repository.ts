import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { changeRow, type Changed } from '../../database/repositories.js';
import { SshKeyEntity } from './ssh-key.entity.js';

@Injectable()
export class SshKeysRepository {
  /** Exact only while the user is locked. */
  count(tx: Tx, userId: number): Promise<number> {
    return tx.repository(SshKeyEntity).countBy({ userId });
  }

  async insert(tx: Tx, values: Omit<SshKeyEntity, 'id'>): Promise<SshKeyEntity> {
    const keys = tx.repository(SshKeyEntity);
    const key = keys.create(values);
    await keys.insert(key);
    return key;
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
