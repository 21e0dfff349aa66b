import { command } from '../database/statement.js';
import type { PathLookup } from '../shared/areas/area.js';
import { ANY_CALLER } from './caller.js';

/** Locks the rows of an entity that a path names. The parameters are those of its look-up. */
export function lockEntity(entity: string, { from, where, rows }: PathLookup) {
  return command(
    `access.entities.lock.${entity}`,
    `WITH ${ANY_CALLER} SELECT true FROM caller CROSS JOIN (SELECT $2::timestamptz) moment CROSS JOIN LATERAL (
       SELECT FROM ${from} WHERE ${where} FOR NO KEY UPDATE OF ${rows}) locked`,
  );
}
