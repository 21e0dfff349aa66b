// The signer as a process of its own, from its sources.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
await import('../../src/signer/main.ts');
