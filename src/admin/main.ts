import { SettingsError } from '../shared/config/settings-reader.js';
import { operatorReason } from '../shared/errors/operator-reason.js';
import { BACKUP } from './backup/backup.command.js';
import { RESTORE } from './backup/restore.command.js';
import { VERIFY } from './backup/verify.command.js';
import { UsageError, type AdminCommand } from './command.js';
import { CREATE_ACCOUNT } from './create-account.command.js';
import { DOWN } from './down.command.js';
import { IMAGE_STORE_ADOPT } from './image-store-adopt.command.js';
import { MIGRATE } from './migrate.command.js';
import { ROTATE_KEY } from './rotate-key.command.js';
import { runCommand } from './run-command.js';
import { STATUS } from './status.command.js';

const COMMANDS: readonly AdminCommand[] = [
  STATUS,
  MIGRATE,
  DOWN,
  BACKUP,
  RESTORE,
  VERIFY,
  IMAGE_STORE_ADOPT,
  ROTATE_KEY,
  CREATE_ACCOUNT,
];

try {
  // `console` writes to the service's log.
  process.stdout.write(`${await runCommand(COMMANDS, process.argv.slice(2))}\n`);
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** A sentence for failures that the operator can fix; else the stack, for a bug report. */
function reasonOf(error: unknown): unknown {
  if (error instanceof UsageError || error instanceof SettingsError) return error.message;
  return operatorReason(error) ?? error;
}
