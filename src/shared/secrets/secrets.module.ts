import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
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
      inject: [SETTINGS],
      useFactory: ({ encryptionKeys, dataDir }: Settings) =>
        new Encryption(encryptionKeys ?? [{ id: DEFAULT_KEY_ID, key: localEncryptionKey(dataDir) }]),
    },
    EncryptionKeyCheck,
    EncryptionKeyUsers,
    KeyRotation,
  ],
  exports: [Encryption],
})
export class SecretsModule {}
