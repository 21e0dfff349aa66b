// The thread of a zone transfer, from its TypeScript sources.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
await import('../../src/domain/zones/transfer/transfer-worker.ts');
