import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { OAuthClientEntity } from '../../access/oauth-clients/oauth-client.entity.js';
import { UserEntity } from '../../access/user.entity.js';

/** The table `preferences`. */
@Entity('preferences')
@Unique('preferences_user_id_client_id_key', ['userId', 'clientId'])
@Index('preferences_client_id_idx', ['clientId'], { where: 'client_id IS NOT NULL' })
@ForeignKey(() => UserEntity, ['accountId', 'userId'], ['accountId', 'id'], {
  name: 'preferences_user_id_fkey',
  onDelete: 'CASCADE',
})
export class PreferenceEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'preferences_pkey',
  })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @ForeignKey(() => OAuthClientEntity, { name: 'preferences_client_id_fkey', onDelete: 'CASCADE' })
  @Column('text', { name: 'client_id', nullable: true })
  clientId: string | null;

  @Column('text')
  preferences: string;
}
