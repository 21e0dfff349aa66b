import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * The table of events. Migrations create it, partitioned by `created`, which is therefore part of
 * its key (D-226).
 */
@Entity('events')
@Check('events_status_check', `status IN ('scheduled', 'started', 'finished', 'failed', 'notification')`)
@Check('events_percent_complete_check', 'percent_complete BETWEEN 0 AND 100')
@Index('events_account_id_idx', ['accountId', 'id'])
@Index('events_user_id_idx', ['userId', 'id'])
@Index('events_granted_idx', ['grantedKind', 'grantedId', 'id'], { where: 'granted_id IS NOT NULL' })
// TypeORM does not know indexes on expressions.
@Index('events_imagized_idx', { synchronize: false })
export class EventEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'events_pkey',
  })
  id: number;

  @ForeignKey('AccountEntity', { name: 'events_account_id_fkey', onDelete: 'CASCADE' })
  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id', nullable: true })
  userId: number | null;

  @Column('text', { nullable: true })
  username: string | null;

  @Column('text')
  action: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 0, primaryKeyConstraintName: 'events_pkey' })
  created: Date;

  @Column('text', { name: 'entity_type' })
  entityType: string;

  @Column('bigint', { name: 'entity_id', nullable: true })
  entityId: number | null;

  @Column('text', { name: 'entity_key', nullable: true })
  entityKey: string | null;

  @Column('text', { name: 'entity_label' })
  entityLabel: string;

  @Column('text', { name: 'entity_url' })
  entityUrl: string;

  @Column('json', { name: 'secondary_entity', nullable: true })
  secondaryEntity: object | null;

  @Column('text', { name: 'granted_kind', nullable: true })
  grantedKind: string | null;

  @Column('bigint', { name: 'granted_id', nullable: true })
  grantedId: number | null;

  @Column('text')
  status: string;

  @Column('integer', { name: 'percent_complete' })
  percentComplete: number;

  @Column('integer', { nullable: true })
  duration: number | null;

  @Column('text', { nullable: true })
  message: string | null;

  @Column('bigint', { name: 'token_id', nullable: true })
  tokenId: number | null;

  @Column('text', { name: 'client_address', nullable: true })
  clientAddress: string | null;

  @Column('uuid', { name: 'request_id', nullable: true })
  requestId: string | null;
}
