import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD_TYPES } from '../../src/domain/records/record-type.js';
import { packageRoot } from '../../src/shared/package-root.js';

const text = readFileSync(join(packageRoot, 'docs/security.md'), 'utf8');
const sections = new Map(
  text.split(/^## /m).map((section) => [section.split('\n', 1)[0]!, rowsOf(section)] as const),
);

describe('docs/security.md', () => {
  it('names tests that there are', () => {
    const named = [...text.matchAll(/`(test\/[^`]+\.test\.ts)` "([^"]+)"/g)];
    const missing = named.filter(([, file, title]) => !sourceOf(file!).includes(title!));
    expect(named.length).toBeGreaterThan(60);
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  it.each(['OWASP API Security Top 10 (2023)', 'ASVS 5.0.0, level 2'])(
    '%s: every line has its proof, or says that it is not met',
    (title) => {
      const rows = sections.get(title)!;
      expect(rows.length).toBeGreaterThan(9);
      expect(rows.filter((row) => !/\.test\.ts` "/.test(row) && !row.includes('not met'))).toEqual([]);
    },
  );

  it('has a test for each bound', () => {
    const rows = sections.get('Bounds')!;
    expect(rows.length).toBeGreaterThan(35);
    expect(rows.filter((row) => !/\.test\.ts` "[^"]+" \|$/.test(row))).toEqual([]);
  });

  it('names files and constants that there are', () => {
    const rows = sections.get('Bounds')!;
    const places = rows.flatMap((row) => [...row.matchAll(/(?:`(\w+)` in )?`((?:src|migrations)\/[^`]+)`/g)]);
    const missing = places.filter(([, constant, file]) => !sourceOf(file!).includes(constant ?? ''));
    expect(places.length).toBeGreaterThan(20);
    expect(missing.map(([whole]) => whole)).toEqual([]);
    expect(places.filter(([, , file]) => !existsSync(join(packageRoot, file!)))).toEqual([]);
  });
});

it('docs/domains.md says of each type of record what its name and target are', () => {
  const page = readFileSync(join(packageRoot, 'docs/domains.md'), 'utf8');
  const [, table] = page.split('| type | `name` | `target` |\n');
  const rows = table!.split('\n\n', 1)[0]!.split('\n').slice(1);
  expect(rows.flatMap((row) => row.split(' | ')[0]!.slice(2).split(', '))).toEqual([...RECORD_TYPES]);
});

describe('the patterns of docs/security.md for secret scanners', () => {
  const hex = 'ab'.repeat(32);
  const key = Buffer.alloc(32, 7).toString('base64');
  it.each([
    ['personal access token', `Authorization: Bearer ${hex}`, hex],
    ['personal access token', `{"token":"${hex}"}`, hex],
    ['OAuth client secret', `CLIENT_SECRET=${hex}`, hex],
    ['upload address', `https://api.example.com/image-uploads/${'a-_'.repeat(14)}b`, `${'a-_'.repeat(14)}b`],
    ['`ENCRYPTION_KEY`', `ENCRYPTION_KEY=${key}`, key],
    ['`ENCRYPTION_KEY`', `ENCRYPTION_KEY: '2026-spring:${key},1:${key}'`, key],
    ['`PLATFORM_TOKEN`', `PLATFORM_TOKEN=${hex}`, hex],
  ])('find the %s in %s', (kind, leak, secret) => {
    const row = text.split('\n').find((line) => line.startsWith(`| ${kind} | \``))!;
    const pattern = row.split(' | `')[1]!.slice(0, -3).replaceAll('\\|', '|').replace('(?i)', '');
    expect(new RegExp(pattern, row.includes('(?i)') ? 'i' : '').exec(leak)?.[1]).toBe(secret);
  });
});

describe('docs/licences.md', () => {
  it('has every package of the lock file that is shipped', () => {
    const { packages } = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; dev?: boolean; devOptional?: boolean }>;
    };
    const table = readFileSync(join(packageRoot, 'docs/licences.md'), 'utf8');
    const missing = Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
      .map(([path, { version }]) => `| ${path.split('node_modules/').at(-1)} | ${version} | `)
      .filter((row) => !table.includes(row));
    expect(missing).toEqual([]);
    expect(table).not.toMatch(/\| (unknown|.*GPL.*) \|/);
  });
});

function sourceOf(file: string): string {
  const path = join(packageRoot, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function rowsOf(section: string): string[] {
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (what|risk|requirement|run|variable) \|/.test(line));
}
