import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** All imports between files of `src`, including those of types, as pairs of paths. */
export function importEdges() {
  const args = ['depcruise', '--config', '.dependency-cruiser.js', '--output-type', 'json', 'src'];
  const json = execFileSync('npx', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
  const own = (path) => path.startsWith('src/');
  return JSON.parse(json)
    .modules.filter(({ source }) => own(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.filter(({ resolved }) => own(resolved)).map(({ resolved }) => [source, resolved]),
    )
    .map((edge) => edge.map((path) => path.slice('src/'.length)));
}

/** The groups of files that import each other in a circle (strongly connected, by Tarjan). */
export function importCircles(edges) {
  const targets = new Map();
  for (const [from, to] of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const [index, low, stack, circles] = [new Map(), new Map(), [], []];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    for (const to of targets.get(file) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file), low.get(to)));
    }
    if (low.get(file) < index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const [file] of edges) if (!index.has(file)) visit(file);
  return circles;
}

/** Pairs of sibling folders that import each other's files, at any depth. */
export function twoWaySiblings(edges) {
  const arrows = new Set();
  for (const [from, to] of edges) {
    const [a, b] = [dirname(from).split('/'), dirname(to).split('/')];
    const depth = a.findIndex((part, at) => part !== b[at]);
    if (depth < 0 || b[depth] === undefined) continue;
    const parent = a.slice(0, depth).join('/');
    arrows.add(`${parent}/${a[depth]} ${parent}/${b[depth]}`);
  }
  return [...arrows]
    .map((arrow) => arrow.split(' '))
    .filter(([a, b]) => a < b && arrows.has(`${b} ${a}`))
    .map((pair) => pair.join(' - '));
}

/**
 * The files of `database` that features import, including the module. Files beside the folders (the
 * start) and `admin` do not count.
 */
export function importedOfDatabase(edges) {
  const isFeature = (file) =>
    file.includes('/') && !file.startsWith('database/') && !file.startsWith('admin/');
  const outside = edges.filter(([from, to]) => isFeature(from) && to.startsWith('database/'));
  return [...new Set(outside.map(([, to]) => to))].sort();
}
