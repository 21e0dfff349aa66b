import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { AccountEntity } from '../access/account.entity.js';

/**
 * The table of images. The columns `claim_*` hold the lease of the process that writes the bytes.
 */
@Entity('images')
@Unique('images_public_id_key', ['publicId'])
@Unique('images_upload_hash_key', ['uploadHash'])
@Unique('images_claim_key_key', ['leaseKey'])
@Unique('images_store_key_key', ['storeKey'])
@Check('images_status_check', `status IN ('creating', 'pending_upload', 'available')`)
@Check('images_type_check', `type IN ('manual', 'automatic')`)
@Check('images_size_mb_check', 'size_mb >= 0')
@Check('images_stored_bytes_check', 'stored_bytes > 0')
@Check('images_sha256_check', 'length(sha256) = 32')
@Check(
  'images_public',
  `CASE WHEN account_id IS NULL
    THEN public_id IS NOT NULL AND public_id NOT LIKE 'private/%' AND status = 'available' AND type = 'manual'
      AND store_key IS NULL
    ELSE public_id IS NULL AND NOT deprecated AND eol IS NULL AND vendor IS NULL END`,
)
@Check('images_expiry', `(type = 'automatic') = (expiry IS NOT NULL)`)
@Check(
  'images_upload',
  `(status = 'pending_upload') = (upload_hash IS NOT NULL) AND (upload_hash IS NULL) = (upload_until IS NULL)`,
)
@Check('images_capture', `capture_source IS NULL OR status = 'creating'`)
@Check(
  'images_claim',
  `(claim_key IS NULL) = (claim_until IS NULL) AND (claim_key IS NULL OR status <> 'available')`,
)
@Check(
  'images_stored',
  `num_nonnulls(store_key, stored_bytes, sha256) IN (0, 3) AND (store_key IS NULL OR status = 'available')`,
)
@Index('images_account_id_key', ['accountId', 'id'], { unique: true })
@Index('images_unfinished_idx', ['status', 'id'], { where: `status <> 'available'` })
@Index('images_expiry_idx', ['expiry'], { where: 'expiry IS NOT NULL' })
export class ImageEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    primaryKeyConstraintName: 'images_pkey',
    generatedIdentity: 'ALWAYS',
  })
  id: number;

  @ForeignKey(() => AccountEntity, { name: 'images_account_id_fkey' })
  @Column('bigint', { name: 'account_id', nullable: true })
  accountId: number | null;

  @Column('text', { name: 'public_id', nullable: true })
  publicId: string | null;

  @Column('text')
  label: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text')
  type: 'manual' | 'automatic';

  @Column('text')
  status: 'creating' | 'pending_upload' | 'available';

  @Column('integer', { name: 'size_mb' })
  sizeMb: number;

  @Column('text', { array: true, default: '{}' })
  capabilities: string[];

  @Column({ type: 'timestamptz', precision: 0 })
  created: Date;

  @Column({ type: 'timestamptz', precision: 0 })
  updated: Date;

  @Column('text', { name: 'created_by' })
  createdBy: string;

  @Column('boolean', { default: false })
  deprecated: boolean;

  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  eol: Date | null;

  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  expiry: Date | null;

  @Column('text', { nullable: true })
  vendor: string | null;

  @Column('bigint', { name: 'event_id', nullable: true })
  eventId: number | null;

  @Column('bytea', { name: 'upload_hash', nullable: true })
  uploadHash: Buffer | null;

  @Column({ type: 'timestamptz', name: 'upload_until', precision: 0, nullable: true })
  uploadUntil: Date | null;

  @Column('text', { name: 'capture_source', nullable: true })
  captureSource: string | null;

  @Column('text', { name: 'claim_key', nullable: true })
  leaseKey: string | null;

  @Column('timestamptz', { name: 'claim_until', nullable: true })
  leaseUntil: Date | null;

  @Column('text', { name: 'store_key', nullable: true })
  storeKey: string | null;

  @Column('bigint', { name: 'stored_bytes', nullable: true })
  storedBytes: number | null;

  @Column('bytea', { nullable: true })
  sha256: Buffer | null;
}
