import { cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import { OpenApiGenerator } from './openapi-generator.js';

const SOURCES = join(packageRoot, 'test/clients/generated/go');
/** Where Debian has the sources of Go's libraries. */
const DEBIAN = '/usr/share/gocode';
const MINUTES = 60_000;

describe('[D-296] a client in Go that openapi-generator makes from the OpenAPI document', () => {
  let app: TestApp;
  let generator: OpenApiGenerator;

  beforeAll(async () => {
    app = await startApp();
    generator = await OpenApiGenerator.on(app.url);
    await generate();
  }, 10 * MINUTES);
  afterAll(async () => {
    generator.remove();
    await app.close();
  });

  it(
    'compiles beside a program, which manages VPCs, domains and records',
    async () => {
      cpSync(join(SOURCES, 'main.go'), join(generator.folder, 'src/program/main.go'));
      const program = join(generator.folder, 'program');
      await go('build', '-o', program, 'program');
      const { client } = await makeAccount(app);
      const printed = await generator.run(program, [], {
        SERVICE_URL: app.url,
        SERVICE_TOKEN: client.token!,
      });
      expect(JSON.parse(printed)).toEqual({
        vpc: ['servers', 'Servers'],
        vpcs: [1, 'servers', 1],
        record: ['MX', 'mx.example.com', 20, null],
        refused: { Status: 400, Field: 'domain' },
      });
    },
    10 * MINUTES,
  );

  it('does not compile beside a program that uses what the document lacks', async () => {
    mkdirSync(join(generator.folder, 'src/wrong'));
    const wrong =
      'package main\n\nimport "cloudaccount"\n\nfunc main() { println(cloudaccount.VpcResponse{}.Owner) }\n';
    writeFileSync(join(generator.folder, 'src/wrong/main.go'), wrong);
    await expect(go('vet', 'wrong')).rejects.toThrow(/Owner/);
  });

  /** This release of the generator forgets the files of models, so its template of their pages is that of their code. */
  async function generate(): Promise<void> {
    const templates = await generator.templates('go');
    cpSync(join(templates, 'model.mustache'), join(templates, 'model_doc.mustache'));
    const client = join(generator.folder, 'src/cloudaccount');
    const more = ['--additional-properties=packageName=cloudaccount', '--global-property=apiDocs=false'];
    await generator.generate('go', templates, client, ...more);
    for (const page of readdirSync(join(client, 'docs')))
      renameSync(join(client, 'docs', page), join(client, `model_${basename(page, '.md')}.go`));
    cpSync(join(SOURCES, 'unions.go'), join(client, 'unions.go'));
  }

  function go(...args: string[]) {
    const GOPATH = `${generator.folder}:${DEBIAN}`;
    return generator.run('go', args, { GO111MODULE: 'off', GOPATH, GOFLAGS: '' });
  }
});
