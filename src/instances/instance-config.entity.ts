import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { InstanceEntity } from './instance.entity.js';

/** The table of configuration profiles. Migrations create it. */
@Entity('instance_configs')
@Index('instance_configs_instance_id_idx', ['instanceId'])
@Index('instance_configs_account_id_key', ['accountId', 'id'], { unique: true })
@ForeignKey(() => InstanceEntity, ['accountId', 'instanceId'], ['accountId', 'id'], {
  name: 'instance_configs_instance_id_fkey',
  onDelete: 'CASCADE',
})
export class InstanceConfigEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'instance_configs_pkey' })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'instance_id' })
  instanceId: number;

  @Column('integer')
  position: number;

  @Column('text')
  label: string;
}
