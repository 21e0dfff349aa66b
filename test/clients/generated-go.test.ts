import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';

const GENERATOR = join(
  packageRoot,
  'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar',
);
const SOURCES = join(packageRoot, 'test/clients/generated/go');
/** Where Debian has the sources of Go's libraries. */
const DEBIAN = '/usr/share/gocode';
const MINUTES = 60_000;

describe('[D-296] a client in Go that openapi-generator makes from the OpenAPI document', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await startApp();
    folder = mkdtempSync(join(tmpdir(), 'generated-go-'));
    const document = await (await fetch(`${app.url}/openapi.json`)).text();
    writeFileSync(join(folder, 'openapi.json'), document);
    await generate();
  }, 10 * MINUTES);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
  });

  it(
    'compiles beside a program, which manages VPCs, domains and records',
    async () => {
      add('main.go');
      await go('build', '-o', join(folder, 'program'), 'program');
      const { client } = await makeAccount(app);
      const env = { ...process.env, SERVICE_URL: app.url, SERVICE_TOKEN: client.token! };
      const { stdout } = await promisify(execFile)(join(folder, 'program'), { env });
      expect(JSON.parse(stdout)).toEqual({
        vpc: ['servers', 'Servers'],
        vpcs: [1, 'servers', 1],
        record: ['MX', 'mx.example.com', 20, null],
        refused: { Status: 400, Field: 'domain' },
      });
    },
    10 * MINUTES,
  );

  it('does not compile beside a program that uses what the document lacks', async () => {
    mkdirSync(join(folder, 'src/wrong'));
    const wrong =
      'package main\n\nimport "cloudaccount"\n\nfunc main() { println(cloudaccount.VpcResponse{}.Owner) }\n';
    writeFileSync(join(folder, 'src/wrong/main.go'), wrong);
    await expect(go('vet', 'wrong')).rejects.toThrow(/Owner/);
  });

  /** This release of the generator forgets the files of models, so its template of their pages is that of their code. */
  async function generate(): Promise<void> {
    const templates = join(folder, 'templates');
    await java('author', 'template', '-g', 'go', '-o', templates);
    cpSync(join(templates, 'model.mustache'), join(templates, 'model_doc.mustache'));
    const client = join(folder, 'src/cloudaccount');
    const more = ['--additional-properties=packageName=cloudaccount', '--global-property=apiDocs=false'];
    await java(
      'generate',
      '-g',
      'go',
      '-t',
      templates,
      '-i',
      join(folder, 'openapi.json'),
      '-o',
      client,
      ...more,
    );
    for (const page of readdirSync(join(client, 'docs')))
      renameSync(join(client, 'docs', page), join(client, `model_${basename(page, '.md')}.go`));
    cpSync(join(SOURCES, 'unions.go'), join(client, 'unions.go'));
  }

  function add(file: string): void {
    cpSync(join(SOURCES, file), join(folder, 'src/program', file));
  }

  function java(...args: string[]) {
    return run('java', ['-jar', GENERATOR, ...args]);
  }

  function go(...args: string[]) {
    return run('go', args, { GO111MODULE: 'off', GOPATH: `${folder}:${DEBIAN}`, GOFLAGS: '' });
  }

  function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    return promisify(execFile)(program, args, options);
  }
});
