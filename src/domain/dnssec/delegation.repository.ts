import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { DomainEntity } from '../domain.entity.js';
import { RecordEntity } from '../records/record.entity.js';

/** Reads a domain's delegation, and the domains above it. */
@Injectable()
export class DelegationRepository {
  /** Reads the account's domains with these names. */
  named(tx: Tx, accountId: number, names: readonly string[]): Promise<DomainEntity[]> {
    return tx.repository(DomainEntity).findBy({ accountId, domain: Any([...names]) });
  }

  /** Reads the hosts of the domain's apex NS records, in the form of zone files. */
  async ownHosts(tx: Tx, { accountId, id: domainId }: DomainEntity): Promise<string[]> {
    const found = await tx.repository(RecordEntity).find({
      where: { accountId, domainId, type: 'NS', name: '' },
      order: { id: 'ASC' },
    });
    return found.map(({ rdata }) => rdata!);
  }
}
