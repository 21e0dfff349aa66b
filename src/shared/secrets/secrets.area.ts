import type { Area } from '../areas/area.js';
import type { JobTools } from '../jobs/job.js';
import { EncryptionKeyUsers, SIGN_OF_LIFE_SECONDS } from './encryption-key-users.js';
import { SecretsModule } from './secrets.module.js';

export const secretsArea: Area = { module: SecretsModule, jobs };

function jobs({ get }: JobTools) {
  const giveSign = () => get(EncryptionKeyUsers).giveSign();
  // Nothing for the log: the sign is no work that was done.
  return [{ name: 'secrets.sign', everySeconds: SIGN_OF_LIFE_SECONDS, run: () => giveSign().then(() => 0) }];
}
