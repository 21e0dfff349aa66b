import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { DomainHolderEntity } from './domain-holder.entity.js';

@Injectable()
export class HoldersRepository {
  constructor(private readonly database: Database) {}

  find(domain: string): Promise<DomainHolderEntity | null> {
    return this.database.repository(DomainHolderEntity).findOneBy({ domain });
  }

  /**
   * Gives the name to the account, even if another account has it. What the account has already
   * stays as it is (D-276).
   */
  async put(tx: Tx, holder: DomainHolderEntity): Promise<DomainHolderEntity> {
    const holders = tx.repository(DomainHolderEntity);
    const isOther = { overwriteCondition: { where: 'stored.account_id <> excluded.account_id' } };
    await holders
      .createQueryBuilder('stored')
      .insert()
      .values(holder)
      .orUpdate(['account_id', 'created'], ['domain'], isOther)
      .execute();
    return holders.findOneByOrFail({ domain: holder.domain });
  }

  /** @returns whether the name had a holder */
  async delete(tx: Tx, domain: string): Promise<boolean> {
    return (await tx.repository(DomainHolderEntity).delete({ domain })).affected === 1;
  }
}
