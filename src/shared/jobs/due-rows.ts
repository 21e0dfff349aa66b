/** The rows that one round takes, and handles at the same time. */
const BATCH = 8;

/**
 * Handles all rows that are due. One that fails does not delay those of other accounts (D-285).
 * @param take leases at most `limit` due rows, so that no other replica takes them
 * @param maxRounds the maximum of one run
 * @returns the rows that were taken
 * @throws the error of the first row that failed, after all rows
 */
export async function handleDue<Row>(
  take: (limit: number) => Promise<readonly Row[]>,
  handle: (row: Row) => Promise<void>,
  maxRounds: number,
): Promise<Row[]> {
  const taken: Row[] = [];
  const failures: unknown[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const due = await take(BATCH);
    await Promise.all(due.map((row) => handle(row).catch((error) => failures.push(error))));
    taken.push(...due);
    // A batch that is not full may only mean that another replica has taken the others.
    if (due.length === 0) break;
  }
  if (failures.length > 0) throw failures[0];
  return taken;
}
