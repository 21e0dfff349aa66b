import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';
import { makeDocument } from '../support/document.js';

interface Script {
  readonly listen: string;
  readonly script: { readonly exec: readonly string[] };
}
interface Item {
  readonly name: string;
  readonly event: readonly Script[];
  readonly request: object & { readonly method: string; readonly url: { readonly raw: string } };
}
interface Collection {
  readonly variable: readonly { readonly key: string }[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

const FOLDER = join(packageRoot, 'postman');
const read = <Content>(path: string) => JSON.parse(readFileSync(join(packageRoot, path), 'utf8')) as Content;
const collection = read<Collection>('postman/collection.json');
const environment = read<{ values: { key: string }[] }>('postman/environment.json');
const items = collection.item.flatMap((folder) => folder.item);

describe('the Postman collection', () => {
  describe('what `npm run postman` makes now', () => {
    const folder = mkdtempSync(join(tmpdir(), 'postman-'));
    beforeAll(() => execFileSync(process.execPath, [join(FOLDER, 'generate.mjs'), folder]));
    afterAll(() => rmSync(folder, { recursive: true }));

    it.each(['collection.json', 'environment.json'])('is %s', (file) => {
      expect(readFileSync(join(FOLDER, file), 'utf8')).toBe(readFileSync(join(folder, file), 'utf8'));
    });
  });

  it('[D-180] has every operation of the OpenAPI document', async () => {
    const { paths } = await makeDocument();
    const wanted = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} {{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    const there = new Set(items.map(({ request }) => `${request.method} ${request.url.raw}`));
    expect(wanted.filter((one) => !there.has(one))).toEqual([]);
  });

  it("has folders in the spec's order of areas", () => {
    expect(collection.item.map(({ name }) => name)).toEqual([
      ...['Setup', 'VPCs', 'Profile', 'Domains', 'Images'],
      ...['Account', 'Events', 'Regions', 'Platform API', 'Clean up'],
    ]);
  });

  it.each(items.map((item) => [item.name, item] as const))('%s: asserts its status', (_name, { event }) => {
    const tests = event.filter(({ listen }) => listen === 'test').flatMap(({ script }) => script.exec);
    expect(tests.join('\n')).toMatch(/pm\.response\.to\.have\.status\(\d{3}\)/);
  });

  it('uses no variable before something has set it', () => {
    const known = new Set([...collection.variable, ...environment.values].map(({ key }) => key));
    for (const { name, event, request } of items) {
      const scripts = (listen: string) =>
        event
          .filter((one) => one.listen === listen)
          .flatMap(({ script }) => script.exec)
          .join('\n');
      keep(known, scripts('prerequest'));
      const used = Array.from(
        JSON.stringify(request).matchAll(/\{\{(\w+)\}\}/g),
        ([, variable]) => variable!,
      );
      expect([name, used.filter((variable) => !known.has(variable))]).toEqual([name, []]);
      keep(known, scripts('test'));
    }
  });

  it('takes names that conflict with no domain of another account, such as example.com', () => {
    const names = JSON.stringify(items.map(({ request }) => request)).match(/[\w-]+\{\{run\}\}\.[\w.-]+/g)!;
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => name.split('.').length !== 2)).toEqual([]);
  });

  it('has the requests that the README names', () => {
    const [, text] = readFileSync(join(packageRoot, 'README.md'), 'utf8').split('With a service of your own');
    const named = text!.split('\n\n', 1)[0]!.match(/(?<=`)(?:Profile|Domain) [^`]+(?=`)/g)!;
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !items.some((item) => item.name === name))).toEqual([]);
  });

  it('holds no token', () => {
    expect(JSON.stringify([collection, environment])).not.toMatch(/\b[0-9a-f]{64}\b/);
  });
});

function keep(known: Set<string>, script: string): void {
  for (const [, name] of script.matchAll(/(?:collectionVariables|environment)\.set\('(\w+)'/g))
    known.add(name!);
}
