import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

const page = readFileSync(join(packageRoot, 'docs/clients.md'), 'utf8');
const { scripts, devDependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};
const rowsOf = (title: string) =>
  page
    .split(/^## /m)
    .find((section) => section.startsWith(title))!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| client |'))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );

/** What the suites run, all files together. */
const tests = ['test/clients', 'test/browser', 'test/dns', 'postman']
  .flatMap((folder) =>
    (readdirSync(join(packageRoot, folder), { recursive: true }) as string[])
      .filter((file) => /\.(ts|mjs|py|go)$/.test(file))
      .map((file) => readFileSync(join(packageRoot, folder, file), 'utf8')),
  )
  .join('\n');

/** What of a client's row a test names. */
const NAMED: Readonly<Record<string, string>> = {
  curl: "'sh', ['-c', script]",
  Postman: 'newman',
  '@linode/api-v4 (JavaScript)': "'@linode/api-v4'",
  Libcloud: 'libcloud',
  'lexicon, provider `linode4`': 'lexicon',
};

describe('docs/clients.md', () => {
  const pointed = rowsOf('How to point them');

  it.each(pointed.map((row) => [row[0]!, row] as const))(
    'says of %s that tests run it, or which source was read',
    (client, row) => {
      expect(row).toHaveLength(3);
      if (row[2] === 'tests') expect(tests).toContain(NAMED[client]);
      else expect(row[2]).toMatch(/^[\w-]+\/[\w.-]+ [0-9a-f]{7}(, [\w-]+\/[\w.-]+ [0-9a-f]{7})*$/);
    },
  );

  it('names the preset first in the rows of ACME clients, and explains it before them', () => {
    const of = (client: string) => pointed.find(([name]) => name!.startsWith(client))![1];
    for (const client of ['lego', 'Traefik', 'Caddy', 'cert-manager', 'acme.sh', 'lexicon'])
      expect([client, of(client)]).toEqual([client, expect.stringMatching(/^[^,;]*`preset "acme"`/)]);
    expect(page.indexOf('## ACME with little rights')).toBeLessThan(page.indexOf('## How to point them'));
  });

  it.each(rowsOf('Run against this service'))('runs %s %s by a command that there is', (...row) => {
    const [client, version, , often] = row as [string, string, string, string];
    const [, command] = /^each CI run: `npm run ([\w:]+)`$/.exec(often)!;
    expect(scripts).toHaveProperty(command!);
    for (const [name, pinned] of Object.entries(devDependencies))
      if (client.split(/[ ,]/)[0] === name) expect(pinned).toContain(version.split(',')[0]);
  });

  it('names files that there are', () => {
    const files = [...page.matchAll(/`((?:test|postman|docs)\/[\w./-]+)`/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => !existsSync(join(packageRoot, file)))).toEqual([]);
  });
});
