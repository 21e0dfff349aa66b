import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMet, peersTable, table } from './report.mjs';
import { root } from './servers.mjs';

const STORE = join(root, '.data', 'bench-results.json');

/** The results so far, by name. `BENCH_RESUME=1` continues an interrupted run with them. */
export function readResults() {
  try {
    return new Map(JSON.parse(readFileSync(STORE, 'utf8')).map((result) => [result.name, result]));
  } catch {
    return new Map();
  }
}

export function storeResults(results) {
  mkdirSync(join(root, '.data'), { recursive: true });
  writeFileSync(STORE, JSON.stringify([...results.values()]));
}

/**
 * Writes bench/RESULTS.md: the rows in their order, and from notes.json why a row misses its floor.
 */
export function writeReport(names, results, conditions) {
  const measured = names.filter((name) => results.has(name)).map((name) => results.get(name));
  const notes = JSON.parse(readFileSync(join(root, 'bench', 'notes.json'), 'utf8'));
  const wanting = measured.flatMap((result) => [
    ...(isMet(result) ? [] : [result.name]),
    ...(result.peers ?? [])
      .filter(({ ratio, floor }) => ratio < floor)
      .map((peer) => `${result.name}, beside ${peer.name}`),
  ]);
  const text = `# Bench results

${new Date().toISOString().slice(0, 10)}, machine: ${process.env.BENCH_MACHINE ?? 'not named (BENCH_MACHINE)'}. Node ${process.versions.node}, embedded PostgreSQL with fsync on, ${conditions}. Server, database and load generator share the machine.

Command: \`npm run bench\`. What is compared with what: [README.md](README.md).

## Beside the bare server

${table(measured.filter(({ cpu }) => cpu))}

## Other figures

${measured
  .filter(({ text: figure }) => figure)
  .map((result) => `- ${result.name}: ${result.text}${result.goal ? ` (goal: ${result.goal})` : ''}`)
  .join('\n')}

## Beside other programs

${peersTable(measured)}

## What does not reach its floor, and why

${wanting.map((name) => `- ${name}: ${notes[name] ?? notes.default}`).join('\n') || 'Nothing.'}
`;
  writeFileSync(join(root, 'bench', 'RESULTS.md'), text);
}
