import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { DomainEntity } from '../domain.entity.js';
import { RecordEntity } from '../records/record.entity.js';

/** A domain and those above it. */
@Injectable()
export class DelegationRepository {
  /** The account's domains of these names. */
  named(tx: Tx, accountId: number, names: readonly string[]): Promise<DomainEntity[]> {
    return tx.repository(DomainEntity).findBy({ accountId, domain: Any([...names]) });
  }

  /** The nameservers that the domain names for itself, as zone files have them. */
  async ownHosts(tx: Tx, { accountId, id: domainId }: DomainEntity): Promise<string[]> {
    const found = await tx.repository(RecordEntity).find({
      where: { accountId, domainId, type: 'NS', name: '' },
      order: { id: 'ASC' },
    });
    return found.map(({ rdata }) => rdata!);
  }
}
