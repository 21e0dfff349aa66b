import { eachRecord } from './record-set.js';

/** Returns the records that the change of these sets removed and added, in order. */
export function differences(
  before: readonly Buffer[],
  after: readonly Buffer[],
): { removed: Buffer; added: Buffer } {
  const [old, present] = [recordsIn(before), recordsIn(after)];
  const missing = (from: ReadonlyMap<string, Buffer>, to: ReadonlyMap<string, Buffer>) =>
    Buffer.concat([...from].filter(([key]) => !to.has(key)).map(([, record]) => record));
  return { removed: missing(old, present), added: missing(present, old) };
}

function recordsIn(sets: readonly Buffer[]): Map<string, Buffer> {
  const records = sets.flatMap((set) => [...eachRecord(set)]);
  return new Map(records.map((record) => [record.toString('latin1'), record]));
}
