import { Injectable } from '@nestjs/common';
import { Any, Not } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { DomainEntity } from '../domain.entity.js';
import { RecordEntity } from '../records/record.entity.js';
import { nextSerial } from '../serial.rules.js';
import { LONGEST_TTL, TAKE_DUE_ZONES, type DueZone } from './dnssec.sql.js';
import type { NewKey } from './new-key.js';
import { SignedZoneEntity } from '../signed-zone.entity.js';
import { ZoneKeyEntity } from './zone-key.entity.js';

/** A signed zone with its keys, oldest first. */
export interface SignedZone {
  readonly zone: SignedZoneEntity;
  readonly keys: readonly ZoneKeyEntity[];
}

/** Signed zones and delegations of domains. The caller has checked the domain's account. */
@Injectable()
export class DnssecRepository {
  constructor(private readonly database: Database) {}

  domain(accountId: number, id: number): Promise<DomainEntity | null> {
    return this.database.repository(DomainEntity).findOneBy({ accountId, id });
  }

  /** Reads the account's domains with these names. */
  domainsNamed(tx: Tx, accountId: number, names: readonly string[]): Promise<DomainEntity[]> {
    return tx.repository(DomainEntity).findBy({ accountId, domain: Any([...names]) });
  }

  /** Reads the hosts of the domain's apex NS records, in the form of zone files. */
  async apexHosts(tx: Tx, { accountId, id: domainId }: DomainEntity): Promise<string[]> {
    const found = await tx.repository(RecordEntity).find({
      where: { accountId, domainId, type: 'NS', name: '' },
      order: { id: 'ASC' },
    });
    return found.map(({ rdata }) => rdata!);
  }

  async find(
    accountId: number,
    domainId: number,
    reader: Reader = this.database,
  ): Promise<SignedZone | undefined> {
    const where = { accountId, domainId };
    const zone = await reader.repository(SignedZoneEntity).findOneBy(where);
    if (!zone) return undefined;
    const keys = await reader.repository(ZoneKeyEntity).find({ where, order: { id: 'ASC' } });
    return { zone, keys };
  }

  async insert(tx: Tx, zone: SignedZoneEntity): Promise<void> {
    await tx.repository(SignedZoneEntity).insert(zone);
  }

  async update(tx: Tx, zone: SignedZoneEntity): Promise<void> {
    const { accountId, domainId, ...changes } = zone;
    await tx.repository(SignedZoneEntity).update({ accountId, domainId }, changes);
  }

  /** Deletes the zone and, by a foreign key, its keys. */
  async delete(tx: Tx, { accountId, domainId }: SignedZoneEntity): Promise<void> {
    await tx.repository(SignedZoneEntity).delete({ accountId, domainId });
  }

  async addKey(
    tx: Tx,
    { accountId, id: domainId }: DomainEntity,
    key: NewKey,
    created: Date,
  ): Promise<ZoneKeyEntity> {
    const keys = tx.repository(ZoneKeyEntity);
    const entity = keys.create({ accountId, domainId, ...key, created });
    await keys.insert(entity);
    return entity;
  }

  async deleteOtherKeys(tx: Tx, { accountId, domainId }: SignedZoneEntity, id: number): Promise<void> {
    await tx.repository(ZoneKeyEntity).delete({ accountId, domainId, id: Not(id) });
  }

  /** Reads the maximum TTL of the zone's answers. */
  async longestTtl(tx: Tx, { accountId, id }: DomainEntity): Promise<number> {
    return (await tx.row(LONGEST_TTL, [accountId, id]))!.seconds;
  }

  /** Raises the serial, so that secondaries transfer the zone. */
  async raiseSerial(tx: Tx, { accountId, id, serial }: DomainEntity, leastSerial: number): Promise<void> {
    const changes = { serial: nextSerial(serial, leastSerial) };
    await tx.repository(DomainEntity).update({ accountId, id }, changes);
  }

  /** Leases at most `limit` due zones to this process until `next`. */
  takeDue(now: Date, next: Date, limit: number): Promise<DueZone[]> {
    return this.database.transaction((tx) => tx.rows(TAKE_DUE_ZONES, [now, next, limit]));
  }
}
