import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The table of instances. Migrations create it. */
@Entity('instances')
@Check('instances_status_check', `status IN ('running', 'offline')`)
@Index('instances_account_id_key', ['accountId', 'id'], { unique: true })
export class InstanceEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'instances_pkey' })
  id: number;

  @ForeignKey('AccountEntity', { name: 'instances_account_id_fkey' })
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('text')
  label: string;

  @Column('text')
  region: string;

  @Column('text')
  status: string;
}
