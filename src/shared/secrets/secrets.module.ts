import { Global, Module } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { SETTINGS, type Settings } from '../config/settings.js';
import { EncryptionKeyEntity } from './encryption-key.entity.js';
import { EncryptionKeyCheck } from './encryption-key-check.js';
import { EncryptionKeyUsers } from './encryption-key-users.js';
import { KeyRotation } from './key-rotation.js';
import { DEFAULT_KEY_ID, Encryption } from './encryption.js';
import { localEncryptionKey } from './local-encryption-key.js';

@Global()
@Module({
  providers: [
    {
      provide: Encryption,
      inject: [SETTINGS, Database],
      useFactory: async ({ encryptionKeys, dataDir }: Settings, database: Database) =>
        new Encryption(encryptionKeys ?? [{ id: DEFAULT_KEY_ID, key: await localKey(dataDir, database) }]),
    },
    EncryptionKeyCheck,
    EncryptionKeyUsers,
    KeyRotation,
  ],
  exports: [Encryption],
})
export class SecretsModule {}

async function localKey(dataDir: string, database: Database): Promise<Buffer> {
  try {
    const keys = database.repository(EncryptionKeyEntity);
    return await localEncryptionKey(dataDir, async () => (await keys.count()) > 0);
  } catch (error) {
    // Nest closes nothing when a provider fails.
    await database.onApplicationShutdown();
    throw error;
  }
}
