import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import { NameserverEntity } from './nameserver.entity.js';

/** A statement, because TypeORM has no lock of a whole table. */
const LOCK = command('nameservers.lock', 'LOCK TABLE pdns.nameservers IN SHARE ROW EXCLUSIVE MODE');

/** The nameservers' names in the SOA and NS records that PowerDNS serves. */
@Injectable()
export class NameserversRepository {
  /** Serialises replicas that start at the same time. */
  async lock(tx: Tx): Promise<void> {
    await tx.run(LOCK);
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
