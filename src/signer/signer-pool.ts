import pg from 'pg';
import { withOptions } from '../database/with-options.js';

/** The maximum number of zones that are signed at the same time. */
const CONNECTIONS = 8;
/** PostgreSQL's number of the type bigint[]. */
const BIGINTS = 1016;
// As PowerDNS does: compiling a query takes longer than running it.
const OPTIONS = '-csearch_path=pdns -cmax_parallel_workers_per_gather=0 -cjit=off';

/** The connections of the signer. */
export function createSignerPool(databaseUrl: string): pg.Pool {
  return new pg.Pool({ ...withOptions(databaseUrl, OPTIONS), max: CONNECTIONS, types: { getTypeParser } });
}

/** Parses bigint as a number: no id exceeds its range. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === BIGINTS)
    return (text: string) => JSON.parse(text.replace('{', '[').replace('}', ']')) as number[];
  return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
}
