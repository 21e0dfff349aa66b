// Prints figures of the structure of `src` and of the schema: npm run figures. With --all, also what
// is behind each figure.
import * as code from './figures/code.mjs';
import { importCircles, importedOfDatabase, importEdges, twoWaySiblings } from './figures/imports.mjs';
import { unusedPackages } from './figures/packages.mjs';
import { madeBySql, sqlLines } from './figures/schema.mjs';
import { twoWayTablePairs } from './figures/tables.mjs';
import { readCitations, readRules } from './rules.mjs';

const showsPlaces = process.argv.includes('--all');

function print(label, figure, places = []) {
  console.log(`${label.padEnd(58)} ${figure}`);
  if (showsPlaces) for (const place of places) console.log(`    ${place}`);
}

function printCount(label, places) {
  print(label, places.length, places);
}

const lines = code.fileLines();
print('lines of src; of SQL in migrations', `${lines.reduce((sum, some) => sum + some, 0)}; ${sqlLines()}`);
print('lines of files: median/p95/max', code.spread(lines));
print('lines of functions: median/p95/max', code.spread(code.functionLines()));

const edges = importEdges();
printCount('files of database that features import', importedOfDatabase(edges));
printCount('names of database that other folders import', code.namesOfDatabase());
printCount('verbs of Database', code.verbsOfDatabase());
printCount('private members of pg', code.privateOfPg());
const { commands, typeOrm, repositories } = code.writes();
print('uses of a TypeORM repository; statements of ours that write', `${typeOrm}; ${commands}`);
printCount('files that use entities at run time', [...repositories]);

for (const kind of ['TRIGGER', 'FUNCTION']) {
  const { made, bare } = madeBySql(kind);
  print(`${kind.toLowerCase()}s of the schema; without a comment`, `${made.length}; ${bare.length}`, bare);
}

printCount(
  'import circles, types included',
  importCircles(edges).map((circle) => circle.join(' ')),
);
printCount('two-way pairs of sibling folders', twoWaySiblings(edges));
printCount('two-way pairs of areas by tables', twoWayTablePairs());
printCount(
  'exported names that two files define',
  code.namesOfTwo().map(([name, paths]) => `${name}: ${paths.join(', ')}`),
);
printCount('unused dependencies', unusedPackages());

const known = readRules().map(({ id }) => id);
const citations = readCitations(['src', 'migrations', 'start.mjs'], known);
const resolved = citations.filter(({ rule }) => known.includes(rule));
print('citations of rules that resolve', `${resolved.length} of ${citations.length}`);
