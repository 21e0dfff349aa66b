// Writes docs/licences.md: each package that an installation without development dependencies may
// contain, from the lock file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const rows = Object.entries(packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path, { version, license, optional }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `| ${name} | ${version} | ${license ?? licenceOf(path)} | ${optional ? 'optional' : ''} |`;
  });
const counts = new Map();
for (const row of rows) {
  const licence = row.split(' | ')[2];
  counts.set(licence, (counts.get(licence) ?? 0) + 1);
}
const summary = [...counts]
  .sort(([, one], [, other]) => other - one)
  .map(([licence, count]) => `${count} ${licence}`);

writeFileSync(
  join(root, 'docs/licences.md'),
  `# Licences of the production dependencies

Made by \`npm run licences\` from \`package-lock.json\`: ${rows.length} packages; ${summary.join(', ')}. All permit use, change and
distribution; none asks to publish the source of what uses it. Optional packages are PostgreSQL's binaries and builds for other
platforms, of which an installation has its own.

| package | version | licence | |
|---|---|---|---|
${[...new Set(rows)].sort().join('\n')}
`,
);

/** The licence in the package itself, when the lock file has none. */
function licenceOf(path) {
  const folder = join(root, path);
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return 'unknown';
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  if (license ?? licenses) return license?.type ?? license ?? licenses.map(({ type }) => type).join(' OR ');
  const text = ['LICENSE', 'LICENSE.md', 'LICENCE', 'license']
    .map((name) => join(folder, name))
    .find(existsSync);
  return text && /MIT License|Permission is hereby granted, free of charge/.test(readFileSync(text, 'utf8'))
    ? 'MIT'
    : 'unknown';
}
