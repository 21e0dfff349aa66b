import { waitForDatabase } from '../database/wait-for-database.js';
import { SettingsError } from '../shared/config/settings-reader.js';
import { operatorReason } from '../shared/errors/operator-reason.js';
import { portErrors } from '../shared/http/server/port-errors.js';
import { createLogger } from '../shared/log/logger.js';
import { STOP_SIGNALS } from '../shared/stop-signals.js';
import { KeptZones } from './kept-zones.js';
import { requireRights } from './rights.js';
import { createSignerPool } from './signer-pool.js';
import { readSignerSettings, type SignerSettings } from './signer-settings.js';
import { TransferAnswers } from './transfer-answers.js';
import { serveTransfers } from './transfer-server.js';

/** The maximum wait of a start for a database that does not answer. */
const START_SECONDS = 60;
const TSIG_KEYS = 'SELECT name, algorithm, secret FROM tsigkeys';

await start(settingsOrExit()).catch(endStart);

/**
 * Transfers signed zones to the platform's secondaries (D-290). It uses the views and the rights of
 * PowerDNS.
 */
async function start({ databaseUrl, listen, logLevel }: SignerSettings): Promise<void> {
  const logger = createLogger(logLevel);
  await waitForDatabase(databaseUrl, START_SECONDS, (reason) =>
    logger.warn({ err: reason }, 'database is away, the start waits for it'),
  );
  const pool = createSignerPool(databaseUrl);
  // The next query opens another connection.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle connection to the database ended'));
  // The pool listens only to idle connections. When one ends while a zone is signed, its query
  // fails. Without a listener, the process would end, too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  await requireRights(pool);
  const keys = async () => (await pool.query(TSIG_KEYS)).rows;
  const answers = new TransferAnswers(new KeptZones(pool), keys, logger);
  const { address: host, port } = listen;
  const stop = await portErrors({ variable: 'LISTEN', host, port }, () => serveTransfers(answers, listen));
  // Nothing is lost: the database rolls back a zone that is being signed. The pool would wait for
  // connections to a database that does not respond.
  const end = () => void stop().then(() => process.exit(0));
  for (const signal of STOP_SIGNALS) process.once(signal, end);
  logger.info(listen, 'signer listens');
}

function settingsOrExit(): SignerSettings {
  try {
    return readSignerSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(`The signer can't start with these settings:\n${error.message}`);
    process.exit(1);
  }
}

function endStart(error: unknown): never {
  const reason = operatorReason(error);
  if (reason === undefined) throw error;
  console.error(`The signer can't start: ${reason}`);
  process.exit(1);
}
