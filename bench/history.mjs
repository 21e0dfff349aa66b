import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cells, heading } from './report.mjs';
import { root } from './servers.mjs';

const FOLDER = join(root, 'bench', 'history');
/** The stored runs beside each other. */
const TABLE = join(FOLDER, 'README.md');
/** A row that lost more than this needs a reason. */
const LOSS = 0.08;

/** Runs on another release of Node are no comparison: V8 differs. */
const NODE = Number.parseInt(process.versions.node);

/**
 * Stores the figures of a run by commit and release of Node, and compares them with those of the last stored commit on that release:
 * by CPU, beside the bare server of the same run, because machines differ. Also writes the table of the last runs.
 * @returns lines that name what lost more than 8 %; of the bare server too, which would lift the ratios
 */
export function storeInHistory(results) {
  mkdirSync(FOLDER, { recursive: true });
  const figures = figuresOf(results);
  const commit = commitOf();
  const time = new Date().toISOString();
  const file = join(FOLDER, `${commit}-node${NODE}.json`);
  writeFileSync(file, `${JSON.stringify({ commit, node: NODE, time, figures }, null, 2)}\n`);
  const runs = stored();
  writeFileSync(TABLE, tableOf(runs.slice(-6), results));
  const before = runs.findLast((run) => run.commit !== commit);
  if (!before) return ['No earlier figures are stored.'];
  const lost = Object.entries(figures).flatMap(([name, now]) => losses(name, before.figures[name], now));
  return lost.length > 0
    ? lost.map((line) => `${line} (beside ${before.commit})`)
    : [`No row lost more than ${LOSS * 100} % since ${before.commit}.`];
}

/** Of each row the ratio by CPU, and the microseconds of CPU of a request to the other side. */
function figuresOf(results) {
  const measured = [...results.values()].filter(({ cpuRatio }) => cpuRatio);
  return Object.fromEntries(
    measured.map(({ name, base, cpuRatio, cpu, database }) => [
      name,
      { base, ratio: round(cpuRatio), baseMicroseconds: round(cpu[1] + database[1]) },
    ]),
  );
}

function losses(name, before, now) {
  if (!before) return [];
  const lost = [
    ['by CPU', before.ratio, now.ratio],
    [`on the side of ${now.base}`, 1 / before.baseMicroseconds, 1 / now.baseMicroseconds],
  ];
  return lost
    .filter(([, was, is]) => is < was * (1 - LOSS))
    .map(([what, was, is]) => `${name}: ${Math.round((1 - is / was) * 100)} % ${what}`);
}

/** The stored runs on this release of Node, the first one first. */
function stored() {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
    .filter((run) => run.node === NODE)
    .sort((one, other) => (one.time < other.time ? -1 : 1));
}

function tableOf(runs, results) {
  const lines = [...results.values()]
    .filter(({ cpuRatio }) => cpuRatio)
    .map(({ name, floor, floorBy }) => [
      name,
      ...runs.map(({ figures }) => figures[name]?.ratio.toFixed(2) ?? ''),
      floorBy === 'cpu' ? (floor?.toFixed(2) ?? '') : '',
    ]);
  const head = ['request', ...runs.map(({ commit }) => commit), 'floor'];
  return `# The last whole runs on Node ${NODE}

The bench writes this file. Each figure is a ratio by CPU of the run of that commit, as in [RESULTS.md](../RESULTS.md).

${[heading(head), ...lines.map(cells)].join('\n')}
`;
}

/** The commit that was measured; with `-changed` if the files are no longer those of the commit. */
function commitOf() {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', 'src', 'migrations', 'package-lock.json') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '-changed' : ''}`;
}

function round(value) {
  return Number(value.toPrecision(3));
}
