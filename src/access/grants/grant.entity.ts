import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/**
 * The table `grants`: a restricted user's permission on one entity. Foreign keys give the areas'
 * entities as texts, because this folder must not import an area.
 */
@Entity('grants')
@Check('grants_permissions_check', `permissions IN ('read_only', 'read_write')`)
@Check('grants_one_entity', 'num_nonnulls(vpc_id, domain_id, image_id, instance_id) = 1')
@Unique('grants_vpc_key', ['vpcId', 'userId'])
@Unique('grants_domain_key', ['domainId', 'userId'])
@Unique('grants_image_key', ['imageId', 'userId'])
@Unique('grants_instance_key', ['instanceId', 'userId'])
@Index('grants_user_id_idx', ['userId'])
@Index('grants_user_id_domain_id_idx', ['userId', 'domainId'], { where: 'domain_id IS NOT NULL' })
@Index('grants_user_id_vpc_id_idx', ['userId', 'vpcId'], { where: 'vpc_id IS NOT NULL' })
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'grants_user_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('VpcEntity', ['accountId', 'vpcId'], ['accountId', 'id'], {
  name: 'grants_vpc_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('DomainEntity', ['accountId', 'domainId'], ['accountId', 'id'], {
  name: 'grants_domain_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('ImageEntity', ['accountId', 'imageId'], ['accountId', 'id'], {
  name: 'grants_image_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('InstanceEntity', ['accountId', 'instanceId'], ['accountId', 'id'], {
  name: 'grants_instance_id_fkey',
  onDelete: 'CASCADE',
})
export class GrantEntity {
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @PrimaryColumn('bigint', { name: 'user_id' })
  userId: number;

  @Column('bigint', { name: 'vpc_id', nullable: true })
  vpcId: number | null;

  @Column('bigint', { name: 'domain_id', nullable: true })
  domainId: number | null;

  @Column('bigint', { name: 'image_id', nullable: true })
  imageId: number | null;

  @Column('bigint', { name: 'instance_id', nullable: true })
  instanceId: number | null;

  @Column('text')
  permissions: 'read_only' | 'read_write';
}
