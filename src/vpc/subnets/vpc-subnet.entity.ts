import { Column, Entity, Exclusion, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { VpcEntity } from '../vpcs/vpc.entity.js';

/** The table `vpc_subnets`. */
@Entity('vpc_subnets')
@Exclusion('vpc_subnets_no_overlap', 'USING gist (vpc_id WITH =, ipv4 inet_ops WITH &&)')
@Index('vpc_subnets_vpc_id_idx', ['vpcId', 'id'])
@Index('vpc_subnets_account_id_key', ['accountId', 'id'], { unique: true })
@ForeignKey(() => VpcEntity, ['accountId', 'vpcId'], ['accountId', 'id'], {
  name: 'vpc_subnets_vpc_id_fkey',
  onDelete: 'RESTRICT',
})
export class VpcSubnetEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'vpc_subnets_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'vpc_id' })
  vpcId: number;

  @Column('text')
  label: string;

  @Column('cidr')
  ipv4: string;

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  updated: Date;
}
