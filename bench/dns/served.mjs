import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** The resolution of the figures. */
export const POLL_MS = 20;

/** @returns the milliseconds until each secondary answers with the zone's current serial */
export async function served(database, serials, secondaries, { id, domain }) {
  const answered = performance.now();
  const { rows } = await database.query('SELECT serial FROM domains WHERE id = $1', [id]);
  const serial = Number(rows[0].serial);
  return Promise.all(
    secondaries.map(async (address) => {
      while (!((await serials.of(address, domain)) >= serial)) await delay(POLL_MS);
      return performance.now() - answered;
    }),
  );
}

export function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
