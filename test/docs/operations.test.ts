import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

const text = readFileSync(join(packageRoot, 'docs/operations.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const testFiles = (readdirSync(join(packageRoot, 'test'), { recursive: true }) as string[])
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test', file));

describe('docs/operations.md', () => {
  const rows = section('Try it again')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'));
  const commands = rows.map((row) => [row, commandsOf(row.split(' | ').at(-1)!)] as const);

  it.each(commands)('names commands that there are: %s', (_row, named) => {
    expect(named.length).toBeGreaterThan(0);
    expect(named.flatMap(missingIn)).toEqual([]);
  });

  it('names each command for operators', () => {
    const files = readdirSync(join(packageRoot, 'src/admin'), { recursive: true }) as string[];
    const names = files
      .filter((file) => file.endsWith('.command.ts'))
      .map(
        (file) =>
          /^ {2}name: '([^']+)'/m.exec(readFileSync(join(packageRoot, 'src/admin', file), 'utf8'))![1],
      );
    const table = section('Commands');
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  it('names runbooks, sections and files that there are', () => {
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!.toLowerCase().replace(/[^\w -]/g, ''),
    );
    const links = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(3);
    expect(
      links.filter((link) => !anchors.map((title) => title.replaceAll(' ', '-')).includes(link)),
    ).toEqual([]);
    const files = [...text.matchAll(/`((?:deploy|src|migrations|docs|test)\/[\w./-]+)`/g)].map(
      ([, file]) => file!,
    );
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(join(packageRoot, file)))).toEqual([]);
  });
});

it('the compose files that add to the stack stand in .env, or the next deploy/up would take away what they add', () => {
  const added = ['deploy/haproxy/compose.tls.yml', 'deploy/observability/compose.yml'];
  const pages = [text, ...added.map((file) => readFileSync(join(packageRoot, file), 'utf8'))];
  for (const page of pages) expect(page).not.toContain('docker compose -f');
  for (const file of added) expect(text).toMatch(new RegExp(`COMPOSE_FILE=docker-compose.yml:\\S*${file}`));
});

it('names each variable that the compose files take from .env', () => {
  const files = ['docker-compose.yml', 'deploy/haproxy/compose.tls.yml', 'deploy/observability/compose.yml'];
  const taken = files.flatMap((file) => [
    ...readFileSync(join(packageRoot, file), 'utf8').matchAll(/\$\{(\w+)|environment: ([A-Z_]+)$/gm),
  ]);
  const names = new Set(taken.map(([, variable, secret]) => variable ?? secret!));
  // Compose sets the first from `name`, and deploy/up the second.
  for (const made of ['COMPOSE_PROJECT_NAME', 'GIT_COMMIT']) names.delete(made);
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

function section(title: string): string {
  return text.split(/^## /m).find((one) => one.startsWith(`${title}\n`))!;
}

function commandsOf(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, command]) => command!);
}

/** What a command names that is not there: a script, a file, or tests. */
function missingIn(command: string): string[] {
  const words = command.split(' ').filter((word) => !/^[A-Z_]+=/.test(word));
  const paths = words.filter((word) => word.includes('/'));
  const script = words[0] === 'npm' ? (words[1] === 'run' ? words[2]! : words[1]!) : undefined;
  const isThere = (path: string) =>
    existsSync(join(packageRoot, path)) || testFiles.some((file) => file.startsWith(path));
  return [
    ...(script !== undefined && !(script in scripts) ? [script] : []),
    ...(script === undefined && paths.length === 0 ? [command] : []),
    ...paths.filter((path) => !isThere(path)),
  ];
}
