import { register } from 'node:module';

register('../support/typescript-hooks.mjs', import.meta.url);

// A process with a database, as the service is one: prints the address, and ends when its input does.
const { startEmbeddedPostgres } = await import('../../src/shared/database/embedded/embedded-postgres.ts');
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] });
console.log(postgres.url);
process.stdin.resume().once('end', () => void postgres.stop());
