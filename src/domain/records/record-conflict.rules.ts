import type { RecordValues } from './record-type.js';

/** What else is at a record's name, as far as it can be in the way. */
export type Neighbour = Pick<RecordValues, 'type' | 'rdata'>;

/** The only record of its name and type: a mail exchanger that is none (RFC 7505). */
export function isNullMx({ type, rdata }: Neighbour): boolean {
  return type === 'MX' && rdata === '.';
}

/** Why the record can't stand beside its neighbours at the same name (D-102 and the null MX). */
export function conflictOf(
  record: Neighbour,
  neighbours: readonly Neighbour[],
): { readonly field: string; readonly reason: string } | undefined {
  const isAlias = record.type === 'CNAME';
  if (neighbours.some((other) => isAlias || other.type === 'CNAME')) {
    return { field: 'name', reason: 'Record conflict - CNAMES must be unique' };
  }
  const exchangers = neighbours.filter((other) => other.type === 'MX');
  if (record.type === 'MX' && exchangers.some((other) => isNullMx(other) || isNullMx(record))) {
    return { field: 'target', reason: 'A null MX record must be the only MX record of its name.' };
  }
  return undefined;
}
