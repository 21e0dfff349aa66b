// A process with a database, as the service is one: prints the address, then `lost` when the server dies, and stops when its
// input ends.
import { startEmbeddedPostgres } from './embedded/embedded-postgres.js';

const postgres = await startEmbeddedPostgres({
  dataDir: process.argv[2],
  onLost: () => console.log('lost'),
});
console.log(postgres.url);
process.stdin.resume().once('end', () => void postgres.stop());
