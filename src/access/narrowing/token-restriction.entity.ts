import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TokenEntity } from '../token.entity.js';
import type { RecordAction } from './narrowing.js';

/**
 * The table `token_restrictions`: an entity that a narrowed token names. Foreign keys give the
 * areas' entities as texts, because this folder must not import an area.
 */
@Entity('token_restrictions')
@Check('token_restrictions_one_entity', 'num_nonnulls(vpc_id, domain_id, image_id) = 1')
@Check('token_restrictions_records_check', 'domain_id IS NOT NULL OR num_nonnulls(names, types, actions) = 0')
@Index('token_restrictions_token_id_idx', ['tokenId'])
@Index('token_restrictions_vpc_id_idx', ['vpcId'], { where: 'vpc_id IS NOT NULL' })
@Index('token_restrictions_domain_id_idx', ['domainId'], { where: 'domain_id IS NOT NULL' })
@Index('token_restrictions_image_id_idx', ['imageId'], { where: 'image_id IS NOT NULL' })
@ForeignKey(() => TokenEntity, ['accountId', 'tokenId'], ['accountId', 'id'], {
  name: 'token_restrictions_token_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('VpcEntity', ['accountId', 'vpcId'], ['accountId', 'id'], {
  name: 'token_restrictions_vpc_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('DomainEntity', ['accountId', 'domainId'], ['accountId', 'id'], {
  name: 'token_restrictions_domain_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('ImageEntity', ['accountId', 'imageId'], ['accountId', 'id'], {
  name: 'token_restrictions_image_id_fkey',
  onDelete: 'CASCADE',
})
export class TokenRestrictionEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'token_restrictions_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'token_id' })
  tokenId: number;

  @Column('bigint', { name: 'vpc_id', nullable: true })
  vpcId: number | null;

  @Column('bigint', { name: 'domain_id', nullable: true })
  domainId: number | null;

  @Column('bigint', { name: 'image_id', nullable: true })
  imageId: number | null;

  @Column('text', { array: true, nullable: true })
  names: string[] | null;

  @Column('text', { array: true, nullable: true })
  types: string[] | null;

  @Column('text', { array: true, nullable: true })
  actions: RecordAction[] | null;
}
