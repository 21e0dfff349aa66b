// A process with a database, as the service is one: prints the address and stops when its input ends.
import { startEmbeddedPostgres } from './embedded/embedded-postgres.js';

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] });
console.log(postgres.url);
process.stdin.resume().once('end', () => void postgres.stop());
