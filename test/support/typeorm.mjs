// TypeORM's command line, which understands our sources.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
await import('typeorm/cli.js');
