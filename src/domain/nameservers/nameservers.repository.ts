import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import { nextSerialSql } from '../zones/serial.rules.js';

const LOCK = command('nameservers.lock', 'LOCK TABLE pdns.nameservers IN SHARE ROW EXCLUSIVE MODE');
const STORED = command<{ name: string }>(
  'nameservers.stored',
  'SELECT name FROM pdns.nameservers ORDER BY position',
);
const DELETE = command('nameservers.delete', 'DELETE FROM pdns.nameservers');
const INSERT = command(
  'nameservers.insert',
  'INSERT INTO pdns.nameservers (name, position) SELECT * FROM unnest($1::text[]) WITH ORDINALITY',
);
/** New names change the SOA and NS records of every zone. */
const CHANGE_ZONES = command(
  'nameservers.changeZones',
  `UPDATE domains SET serial = ${nextSerialSql('serial', '$1')} WHERE type = 'master'`,
);

/** The nameservers' names in the SOA and NS records that PowerDNS serves. */
@Injectable()
export class NameserversRepository {
  /** Serialises replicas that start at the same time. */
  async lock(tx: Tx): Promise<void> {
    await tx.run(LOCK);
  }

  async names(tx: Tx): Promise<string[]> {
    return (await tx.rows(STORED)).map(({ name }) => name);
  }

  async replace(tx: Tx, names: readonly string[]): Promise<void> {
    await tx.run(DELETE);
    await tx.run(INSERT, [names]);
  }

  async changeZones(tx: Tx, yearSerial: number): Promise<void> {
    await tx.run(CHANGE_ZONES, [yearSerial]);
  }
}
