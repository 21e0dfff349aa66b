import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { StartError } from '../errors/start-error.js';
import { EncryptionKeyEntity } from './encryption-key.entity.js';
import { Encryption } from './encryption.js';

const CHECK = 'encryption key check';

/**
 * Stops the start when a key of `ENCRYPTION_KEY` is wrong, or the database needs a key that is
 * missing (D-221).
 */
@Injectable()
export class EncryptionKeyCheck implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Encryption) private readonly encryption: Encryption,
  ) {}

  /** @throws StartError with the key's id */
  async onModuleInit(): Promise<void> {
    const id = this.encryption.keyId;
    const checkValue = this.encryption.encrypt(CHECK, context(id));
    const stored = await this.database.transaction(async (tx) => {
      const keys = tx.repository(EncryptionKeyEntity);
      // The first start with a new key stores its check value. One of several replicas succeeds.
      await keys.createQueryBuilder().insert().values({ id, checkValue }).orIgnore().execute();
      return keys.find({ order: { id: 'ASC' } });
    });
    for (const key of stored) this.verify(key);
  }

  private verify({ id, checkValue }: EncryptionKeyEntity): void {
    if (!this.encryption.hasKey(id)) {
      throw new StartError(`ENCRYPTION_KEY lacks the key ${id}: the database has secrets that it encrypted.`);
    }
    try {
      this.encryption.decrypt(checkValue, context(id));
    } catch (cause) {
      throw new StartError(
        `ENCRYPTION_KEY has a wrong key ${id}: another key encrypted the secrets in the database.`,
        { cause },
      );
    }
  }
}

function context(id: string): string {
  return `encryption_keys:${id}`;
}
