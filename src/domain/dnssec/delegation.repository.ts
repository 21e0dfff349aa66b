import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { DomainEntity } from '../domain.entity.js';
import { RecordEntity } from '../records/record.entity.js';
import { RecordsRepository } from '../records/records.repository.js';
import { nextSerial } from '../serial.rules.js';
import type { RecordsChange } from './delegation.rules.js';

/** What stands at the name of a domain in the one above it. */
@Injectable()
export class DelegationRepository {
  constructor(private readonly records: RecordsRepository) {}

  /** The account's domains of these names. */
  named(tx: Tx, accountId: number, names: readonly string[]): Promise<DomainEntity[]> {
    return tx.repository(DomainEntity).findBy({ accountId, domain: Any([...names]) });
  }

  /** The records of the domain `above` at this name. */
  recordsAt(tx: Tx, { accountId, id: domainId }: DomainEntity, fqdn: string): Promise<RecordEntity[]> {
    return tx.repository(RecordEntity).find({ where: { accountId, domainId, fqdn }, order: { id: 'ASC' } });
  }

  /** The nameservers that the domain names for itself, as zone files have them. */
  async ownHosts(tx: Tx, { accountId, id: domainId }: DomainEntity): Promise<string[]> {
    const found = await tx.repository(RecordEntity).find({
      where: { accountId, domainId, type: 'NS', name: '' },
      order: { id: 'ASC' },
    });
    return found.map(({ rdata }) => rdata!);
  }

  /**
   * Changes the records of a locked domain, its count and its serial. What comes does so before what goes, because DS records go
   * with the last NS record (D-293).
   */
  async change(
    tx: Tx,
    above: DomainEntity,
    { gone, added }: RecordsChange,
    leastSerial: number,
    now: Date,
  ): Promise<void> {
    const { accountId, id } = above;
    const serial = nextSerial(above.serial, leastSerial);
    const recordCount = above.recordCount + added.length - gone.length;
    await tx.repository(DomainEntity).update({ accountId, id }, { serial, recordCount });
    await this.records.insertMany(tx, above, added, now);
    await tx.repository(RecordEntity).delete({ accountId, domainId: id, id: Any([...gone]) });
  }
}
