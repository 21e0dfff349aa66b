import { Column, Entity, Exclusion, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { InstanceInterfaceEntity } from './instance-interface.entity.js';
import { InstanceEntity } from './instance.entity.js';

/** The table of the interfaces' addresses and ranges. Migrations create it. */
@Entity('vpc_addresses')
@Exclusion(
  'vpc_addresses_no_overlap',
  'USING gist (subnet_id WITH =, instance_id WITH <>, range inet_ops WITH &&)',
)
@Index('vpc_addresses_subnet_id_idx', ['subnetId'])
@Index('vpc_addresses_interface_id_idx', ['interfaceId'])
@Index('vpc_addresses_instance_id_idx', ['instanceId'])
@ForeignKey(() => InstanceInterfaceEntity, ['accountId', 'interfaceId'], ['accountId', 'id'], {
  name: 'vpc_addresses_interface_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey(() => InstanceEntity, ['accountId', 'instanceId'], ['accountId', 'id'], {
  name: 'vpc_addresses_instance_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('VpcSubnetEntity', ['accountId', 'subnetId'], ['accountId', 'id'], {
  name: 'vpc_addresses_subnet_id_fkey',
})
export class VpcAddressEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'interface_id' })
  interfaceId: number;

  @Column('bigint', { name: 'instance_id' })
  instanceId: number;

  @Column('bigint', { name: 'subnet_id' })
  subnetId: number;

  @Column('cidr')
  range: string;

  @Column('boolean', { name: 'is_range' })
  isRange: boolean;

  @Column('inet', { name: 'nat_1_1', nullable: true })
  nat11: string | null;
}
