import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { InstanceConfigEntity } from './instance-config.entity.js';
import { InstanceEntity } from './instance.entity.js';

/** The table of the interfaces of configuration profiles. Migrations create it. */
@Entity('instance_interfaces')
@Check('instance_interfaces_purpose_check', `purpose IN ('vpc', 'public', 'vlan')`)
@Check('instance_interfaces_check', `(purpose = 'vpc') = (subnet_id IS NOT NULL)`)
@Index('instance_interfaces_subnet_id_idx', ['subnetId'], { where: 'subnet_id IS NOT NULL' })
@Index('instance_interfaces_instance_id_idx', ['instanceId'])
@Index('instance_interfaces_config_id_idx', ['configId'])
@Index('instance_interfaces_account_id_key', ['accountId', 'id'], { unique: true })
@ForeignKey(() => InstanceConfigEntity, ['accountId', 'configId'], ['accountId', 'id'], {
  name: 'instance_interfaces_config_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey(() => InstanceEntity, ['accountId', 'instanceId'], ['accountId', 'id'], {
  name: 'instance_interfaces_instance_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('VpcSubnetEntity', ['accountId', 'subnetId'], ['accountId', 'id'], {
  name: 'instance_interfaces_subnet_id_fkey',
  onDelete: 'RESTRICT',
})
export class InstanceInterfaceEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'instance_interfaces_pkey' })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'config_id' })
  configId: number;

  @Column('bigint', { name: 'instance_id' })
  instanceId: number;

  @Column('integer')
  position: number;

  @Column('text')
  purpose: string;

  @Column('bigint', { name: 'subnet_id', nullable: true })
  subnetId: number | null;

  @Column('boolean')
  active: boolean;
}
