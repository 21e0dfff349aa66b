import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';

const PROGRAMS = join(packageRoot, 'test/clients/generated');
const MODULES = join(packageRoot, 'node_modules');
const MINUTES = 60_000;
const COMMON = {
  target: 'ES2023',
  module: 'nodenext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
};

/** What each program sees of the service. */
const seen = (domain: string) => ({
  domain: {
    found: [[domain, 3600, 'generated']],
    pages: [1, 1, 1],
    record: ['mx.example.com', 20, null],
    lines: true,
    refused: ['domain'],
  },
  vpc: { description: 'Servers', subnets: ['10.0.1.0/24'], deleted: {} },
  profile: ['Europe/Berlin', null, 204],
  images: ['pending_upload', 1, null],
});

describe('[D-296] clients that are generated from the OpenAPI document', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await startApp();
    folder = mkdtempSync(join(tmpdir(), 'generated-clients-'));
    symlinkSync(MODULES, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    const document = await (await fetch(`${app.url}/openapi.json`)).text();
    writeFileSync(join(folder, 'openapi.json'), document);
    await node(join(PROGRAMS, 'generate.mjs'), folder);
    await compileGenerated();
  }, 10 * MINUTES);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
  });

  it(
    'compile with strict types beside a program, and run',
    async () => {
      const programs = ['openapi-fetch', 'hey-api'];
      for (const name of programs) cpSync(join(PROGRAMS, `${name}.ts`), join(folder, `${name}.ts`));
      const options = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
      await compile('programs', ['*.ts'], options);

      const { client } = await makeAccount(app);
      expect(await run('openapi-fetch', client.token!)).toEqual(seen('openapi-fetch.example.com'));
      const other = await makeAccount(app);
      expect(await run('hey-api', other.client.token!)).toEqual(seen('hey-api.example.com'));
    },
    10 * MINUTES,
  );

  it(
    'refuse a program that uses what the document lacks',
    async () => {
      const wrong = [
        "import * as api from './client/index.js';",
        'export const { data } = await api.domainList({ throwOnError: true });',
        'export const cursor: string = data.next_cursor;',
        "await api.domainCreate({ body: { domain: 'example.com' } });",
      ];
      writeFileSync(join(folder, 'wrong.ts'), wrong.join('\n'));
      const failed = (await compile('wrong', ['wrong.ts']).catch((error: unknown) => error)) as {
        stdout: string;
      };
      const lines = [...failed.stdout.matchAll(/^wrong\.ts\((\d+),\d+\): error/gm)].map(([, line]) => line);
      expect(lines).toEqual(['3', '4']);
    },
    10 * MINUTES,
  );

  /** The code of the generator itself does not compile with `exactOptionalPropertyTypes`; its declarations do. */
  async function compileGenerated() {
    await compile('generated', ['source'], { rootDir: 'source', outDir: 'client', declaration: true });
  }

  async function compile(name: string, include: readonly string[], options: object = {}) {
    const project = join(folder, `tsconfig.${name}.json`);
    writeFileSync(project, JSON.stringify({ compilerOptions: { ...COMMON, ...options }, include }));
    await node(join(MODULES, 'typescript/bin/tsc'), '-p', project);
  }

  async function run(name: string, token: string): Promise<unknown> {
    const env = { ...process.env, SERVICE_URL: app.url, SERVICE_TOKEN: token };
    const { stdout } = await promisify(execFile)(process.execPath, [`${name}.js`], { cwd: folder, env });
    return JSON.parse(stdout);
  }

  function node(...args: string[]) {
    return promisify(execFile)(process.execPath, args, { cwd: folder });
  }
});
