// Prints figures of the structure of `src`: npm run figures. With --all, also the locations behind
// each figure.
import { fileLines, functionLines, namesOfTwo, spread, writes } from './figures/code.mjs';
import { importCircles, importedOfDatabase, importEdges, twoWaySiblings } from './figures/imports.mjs';
import { twoWayTablePairs } from './figures/tables.mjs';
import { readCitations, readRules } from './rules.mjs';

const showsPlaces = process.argv.includes('--all');

function print(label, figure, places = []) {
  console.log(`${label.padEnd(58)} ${figure}`);
  if (showsPlaces) for (const place of places) console.log(`    ${place}`);
}

const { commands, typeOrm, repositories } = writes();
print('uses of a TypeORM repository; statements of ours that write', `${typeOrm}; ${commands}`);
print('files that use entities at run time', repositories.size, repositories);

const pairs = twoWayTablePairs();
print('two-way pairs of areas by tables', pairs.length, pairs);

const edges = importEdges();
const circles = importCircles(edges);
print(
  'import circles, types included',
  circles.length,
  circles.map((circle) => circle.join(' ')),
);
const siblings = twoWaySiblings(edges);
print('two-way pairs of sibling folders', siblings.length, siblings);
const database = importedOfDatabase(edges);
print('files of database that features import', database.length, database);

print('lines of files: median/p95/max', spread(fileLines()));
print('lines of functions: median/p95/max', spread(functionLines()));
const doubles = namesOfTwo();
print(
  'exported names that two files define',
  doubles.length,
  doubles.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
);

const known = readRules().map(({ id }) => id);
const citations = readCitations(['src', 'migrations', 'start.mjs'], known);
const resolved = citations.filter(({ rule }) => known.includes(rule));
print('citations of rules that resolve', `${resolved.length} of ${citations.length}`);
