import type { Area } from '../areas/area.js';
import type { JobTools } from '../jobs/job.js';
import { EncryptionKeyUsers, SIGN_OF_LIFE_SECONDS } from './encryption-key-users.js';
import { SecretsModule } from './secrets.module.js';

export const secretsArea: Area = { module: SecretsModule, jobs };

function jobs({ get }: JobTools) {
  const giveSign = () => get(EncryptionKeyUsers).giveSign();
  // Returns 0, because the log needs no line for each report.
  return [{ name: 'secrets.sign', everySeconds: SIGN_OF_LIFE_SECONDS, run: () => giveSign().then(() => 0) }];
}
