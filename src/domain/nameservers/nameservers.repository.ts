import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { NameserverEntity } from './nameserver.entity.js';
import { LOCK_NAMESERVERS } from './nameservers.sql.js';

/** The nameservers' names in the SOA and NS records that PowerDNS serves. */
@Injectable()
export class NameserversRepository {
  /** Locks the table, so that replicas that start at the same time follow each other. */
  async lock(tx: Tx): Promise<void> {
    await tx.run(LOCK_NAMESERVERS);
  }

  async names(tx: Tx): Promise<string[]> {
    const stored = await tx.repository(NameserverEntity).find({ order: { position: 'ASC' } });
    return stored.map(({ name }) => name);
  }

  async replace(tx: Tx, names: readonly string[]): Promise<void> {
    const nameservers = tx.repository(NameserverEntity);
    await nameservers.createQueryBuilder().delete().execute();
    await nameservers.insert(names.map((name, index) => ({ position: index + 1, name })));
  }
}
