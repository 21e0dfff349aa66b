import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { InstanceEntity } from './instance.entity.js';

/** The table of the instances' disks. Migrations create it. */
@Entity('instance_disks')
@Index('instance_disks_instance_id_idx', ['instanceId'])
@ForeignKey(() => InstanceEntity, ['accountId', 'instanceId'], ['accountId', 'id'], {
  name: 'instance_disks_instance_id_fkey',
  onDelete: 'CASCADE',
})
export class InstanceDiskEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'instance_disks_pkey' })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'instance_id' })
  instanceId: number;

  @Column('integer')
  position: number;

  @Column('text')
  label: string;

  @Column('integer')
  size: number;

  @Column('text', { nullable: true })
  source: string | null;
}
