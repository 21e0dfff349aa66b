import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SignedZoneEntity } from '../signed-zone.entity.js';

/** A key of a signed zone. */
@Entity({ name: 'zone_keys', schema: 'pdns' })
@Index('zone_keys_domain_id_idx', ['domainId'])
@ForeignKey(() => SignedZoneEntity, ['accountId', 'domainId'], ['accountId', 'domainId'], {
  name: 'zone_keys_domain_id_fkey',
  onDelete: 'CASCADE',
})
export class ZoneKeyEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'zone_keys_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'domain_id' })
  domainId: number;

  @Column('text', { name: 'public_key' })
  publicKey: string;

  /** The service only writes it: its role may not read it, unless it owns the table. */
  @Column('text', { name: 'private_key', select: false })
  privateKey?: string;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;
}
