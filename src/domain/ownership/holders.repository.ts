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

  /** Gives the name to the account, even if another account has it. */
  async put(tx: Tx, holder: DomainHolderEntity): Promise<void> {
    await tx.repository(DomainHolderEntity).upsert(holder, ['domain']);
  }

  /** @returns whether the name had a holder */
  async delete(tx: Tx, domain: string): Promise<boolean> {
    return (await tx.repository(DomainHolderEntity).delete({ domain })).affected === 1;
  }
}
