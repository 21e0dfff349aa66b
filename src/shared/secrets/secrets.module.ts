import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { localEncryptionKey } from './encryption-key.js';
import { Encryption } from './encryption.js';

@Global()
@Module({
  providers: [
    {
      provide: Encryption,
      inject: [SETTINGS],
      useFactory: ({ encryptionKey, dataDir }: Settings) =>
        new Encryption(encryptionKey ?? localEncryptionKey(dataDir)),
    },
  ],
  exports: [Encryption],
})
export class SecretsModule {}
