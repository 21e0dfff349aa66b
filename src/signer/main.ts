import pg from 'pg';
import { SettingsError } from '../shared/config/settings-reader.js';
import { createLogger } from '../shared/log/logger.js';
import { KeptZones } from './kept-zones.js';
import { readSignerSettings } from './signer-settings.js';
import { TransferAnswers } from './transfer-answers.js';
import { serveTransfers } from './transfer-server.js';

/** The maximum number of zones that are signed at the same time. */
const CONNECTIONS = 8;
/** PostgreSQL's number of the type bigint[]. */
const BIGINTS = 1016;
const TSIG_KEYS = 'SELECT name, algorithm, secret FROM tsigkeys';

try {
  await start();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(`The signer can't start with these settings:\n${error.message}`);
  process.exitCode = 1;
}

/**
 * Transfers signed zones to the platform's secondaries (D-290). It uses the views and the rights of
 * PowerDNS.
 */
async function start(): Promise<void> {
  const { databaseUrl, listen, logLevel } = readSignerSettings(process.env);
  const logger = createLogger(logLevel);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    // As PowerDNS does: compiling a query takes longer than running it.
    options: '-csearch_path=pdns -cmax_parallel_workers_per_gather=0 -cjit=off',
    types: { getTypeParser },
  });
  // An idle connection ended; the next query opens another one.
  pool.on('error', (error) => logger.warn({ err: error }, 'the database is away'));
  const keys = async () => (await pool.query(TSIG_KEYS)).rows;
  const answers = new TransferAnswers(new KeptZones(pool), keys, logger);
  const stop = await serveTransfers(answers, listen);
  logger.info(listen, 'signer listens');
  const end = () => void stop().then(() => pool.end());
  process.once('SIGTERM', end).once('SIGINT', end);
}

/** Parses bigint as a number: no id exceeds its range. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === BIGINTS)
    return (text: string) => JSON.parse(text.replace('{', '[').replace('}', ']')) as number[];
  return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
}
