import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { sources, walk } from './sources.mjs';

/** The median, the 95th percentile and the largest of some numbers. */
export function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return `${at(0.5)}/${at(0.95)}/${sorted.at(-1)}`;
}

export function fileLines() {
  return sources.map(({ tree }) => tree.getLineStarts().length - 1);
}

/** The lines of every function and method that has a body of statements. */
export function functionLines() {
  const lines = [];
  for (const { tree } of sources) {
    walk(tree, (node) => {
      if (!ts.isFunctionLike(node) || !node.body || !ts.isBlock(node.body)) return;
      const line = (position) => tree.getLineAndCharacterOfPosition(position).line;
      lines.push(line(node.end) - line(node.getStart()) + 1);
    });
  }
  return lines;
}

/** The functions that make a statement which writes: of `database/statement.ts` and `events/events.sql.ts`. */
const MAKERS = new Set(['command', 'recorded']);

/** Hand-written statements that write, and uses of a TypeORM repository (`.repository(Entity)`). */
export function writes() {
  const found = { commands: 0, typeOrm: 0, repositories: new Set() };
  for (const { path, tree } of sources) {
    walk(tree, (node) => {
      if (!ts.isCallExpression(node)) return;
      const { expression: called } = node;
      if (ts.isIdentifier(called) && MAKERS.has(called.text) && !isInMaker(node)) found.commands++;
      if (!ts.isPropertyAccessExpression(called) || called.name.text !== 'repository') return;
      if (path.startsWith('database/')) return;
      found.typeOrm++;
      found.repositories.add(path);
    });
  }
  return found;
}

/** `recorded` calls `command`. */
function isInMaker(node) {
  if (ts.isFunctionDeclaration(node)) return MAKERS.has(node.name?.text);
  return node.parent !== undefined && isInMaker(node.parent);
}

/** The names that files of other folders import from `database`. */
export function namesOfDatabase() {
  const names = new Set();
  for (const { path, tree } of sources.filter(({ path }) => !path.startsWith('database/'))) {
    for (const statement of tree.statements.filter(ts.isImportDeclaration)) {
      const from = statement.moduleSpecifier.text;
      if (!from.startsWith('.') || !join(dirname(path), from).startsWith('database/')) continue;
      const bindings = statement.importClause?.namedBindings;
      for (const { name, propertyName } of bindings?.elements ?? []) names.add((propertyName ?? name).text);
    }
  }
  return [...names].sort();
}

/** The public members of `Database` that read or change: its methods with parameters, and its `Reader`. */
export function verbsOfDatabase() {
  const { tree } = sources.find(({ path }) => path === 'database/database.ts');
  const verbs = [];
  walk(tree, (node) => {
    if (!ts.isClassElement(node) || node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))
      return;
    const isVerb = ts.isMethodDeclaration(node) && node.parameters.length > 0;
    if (isVerb || node.type?.getText() === 'Reader') verbs.push(node.name.text);
  });
  return verbs;
}

/** The members that a cast adds to an object of `pg`: its types don't publish them. */
export function privateOfPg() {
  const members = [];
  for (const { path, tree } of sources) {
    walk(tree, (node) => {
      if (!ts.isAsExpression(node) || !/\bpg\./.test(node.expression.getText())) return;
      for (const { name } of node.type.members ?? []) members.push(`${path}: ${name.getText()}`);
    });
  }
  return members;
}

/** Names that two files export for different things. */
export function namesOfTwo() {
  const files = new Map();
  for (const { path, tree } of sources) {
    for (const name of exportedNames(tree)) files.set(name, [...(files.get(name) ?? []), path]);
  }
  return [...files].filter(([, paths]) => paths.length > 1);
}

function exportedNames(tree) {
  const names = tree.statements.flatMap((statement) => {
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (!ts.isVariableStatement(statement)) return [statement.name?.text];
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  });
  // A type and a value of one name in one file are one thing.
  return new Set(names.filter(Boolean));
}
