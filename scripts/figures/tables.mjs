import { basename, dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { areaOf, sources, walk } from './sources.mjs';

const SQL = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN)\b/;
const AFTER_KEYWORD = /(?:\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?|,\s+)(\w+)/g;

/**
 * The uses of another area's tables in each file: in SQL, as a table name on its own, or as an
 * imported entity. A single word on its own does not count, because `domains` is also a path and a
 * scope.
 * @returns {{ area: string, owner: string, what: string, path: string }[]}
 */
export function foreignTableUses() {
  const owners = tableOwners();
  return sources.flatMap(({ path, tree }) => {
    const area = areaOf(path);
    const uses = [...tablesIn(tree, owners), ...importedEntities(path, tree)];
    return uses.filter(({ owner }) => owner !== area).map((use) => ({ area, path, ...use }));
  });
}

/** The pairs of areas that use each other's tables. */
export function twoWayTablePairs() {
  const arrows = new Set(foreignTableUses().map(({ area, owner }) => `${area} ${owner}`));
  return [...arrows]
    .map((arrow) => arrow.split(' '))
    .filter(([area, owner]) => area < owner && arrows.has(`${owner} ${area}`))
    .map((pair) => pair.join(' - '));
}

/** The area of each table: that of its entity. */
function tableOwners() {
  const owners = new Map();
  for (const { path, tree } of sources) {
    walk(tree, (node) => {
      if (!ts.isDecorator(node) || !ts.isCallExpression(node.expression)) return;
      const { expression, arguments: given } = node.expression;
      if (expression.getText() === 'Entity' && given[0]) owners.set(given[0].text, areaOf(path));
    });
  }
  return owners;
}

function tablesIn(tree, owners) {
  const found = new Set();
  walk(tree, (node) => {
    for (const table of tablesOfLiteral(literalText(node))) if (owners.has(table)) found.add(table);
  });
  return [...found].map((what) => ({ what, owner: owners.get(what) }));
}

function tablesOfLiteral(text) {
  if (text === undefined) return [];
  if (/^\w+_\w+$/.test(text)) return [text];
  return SQL.test(text) ? [...text.matchAll(AFTER_KEYWORD)].map(([, table]) => table) : [];
}

function literalText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
}

function importedEntities(path, tree) {
  return tree.statements
    .filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => moduleSpecifier.text)
    .filter((from) => from.startsWith('.') && from.endsWith('.entity.js'))
    .map((from) => ({ what: basename(from), owner: areaOf(join(dirname(path), from)) }));
}
