import type { RecordValues } from './record-type.js';
import { VALUES } from './same-record.rules.js';

const RECORDS_PER_STATEMENT = 1000;
/** Texts may be long, and to escape a statement's values takes 15 ms for each MiB. */
const CHARACTERS_PER_STATEMENT = 1024 * 1024;

/**
 * The values of records by property, in the order of the records. A thread sends columns to another
 * at a quarter of the cost of records.
 */
export type RecordColumns = {
  readonly [Key in (typeof VALUES)[number]]: readonly RecordValues[Key][];
};

/** Makes the columns of records. */
export function columnsOf(records: readonly RecordValues[]): RecordColumns {
  return columns((key) => records.map((record) => record[key]));
}

/** Divides records into the batches of statements. */
export function* batchesOf(all: RecordColumns): Generator<RecordColumns> {
  let [from, characters] = [0, 0];
  for (const [index, target] of all.target.entries()) {
    characters += target.length + (all.rdata[index]?.length ?? 0);
    if (index + 1 - from < RECORDS_PER_STATEMENT && characters < CHARACTERS_PER_STATEMENT) continue;
    yield columns((key) => all[key].slice(from, index + 1));
    [from, characters] = [index + 1, 0];
  }
  if (from < all.target.length) yield columns((key) => all[key].slice(from));
}

function columns(columnOf: (key: keyof RecordColumns) => readonly unknown[]): RecordColumns {
  return Object.fromEntries(VALUES.map((key) => [key, columnOf(key)])) as RecordColumns;
}
