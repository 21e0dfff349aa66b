import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { ChangesRepository } from '../changes/changes.repository.js';
import { DomainEntity } from '../domain.entity.js';
import { RecordEntity } from '../records/record.entity.js';
import type { StoredRecord } from '../records/record.resource.js';
import type { ZoneDiff } from '../versions/zone-diff.js';
import type { RecordsChange } from './delegation.rules.js';

/** What stands at the name of a domain in the one above it. */
@Injectable()
export class DelegationRepository {
  constructor(private readonly changes: ChangesRepository) {}

  /** The account's domains of these names. */
  named(tx: Tx, accountId: number, names: readonly string[]): Promise<DomainEntity[]> {
    return tx.repository(DomainEntity).findBy({ accountId, domain: Any([...names]) });
  }

  /** The records of the domain `above` at this name. */
  recordsAt(tx: Tx, above: DomainEntity, fqdn: string): Promise<StoredRecord[]> {
    return this.changes.recordsAt(tx, above, [], [fqdn]);
  }

  /** The nameservers that the domain names for itself, as zone files have them. */
  async ownHosts(tx: Tx, { accountId, id: domainId }: DomainEntity): Promise<string[]> {
    const found = await tx.repository(RecordEntity).find({
      where: { accountId, domainId, type: 'NS', name: '' },
      order: { id: 'ASC' },
    });
    return found.map(({ rdata }) => rdata!);
  }

  /** Changes the records of a locked domain. What comes does so before what goes, because DS records go with the last NS record (D-293). */
  async change(tx: Tx, above: DomainEntity, { gone, added }: RecordsChange): Promise<ZoneDiff> {
    const created = await this.changes.add(tx, above, added);
    await this.changes.remove(tx, above, gone);
    return { created, updated: [], deleted: gone };
  }
}
