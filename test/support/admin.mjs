// A command for operators as a process of its own, from its sources.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
await import('../../src/admin/main.ts');
