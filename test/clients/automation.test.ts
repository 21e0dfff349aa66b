import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';

const SEPARATOR = '== the next example';

/** The examples of the page, but for the first, which says where the service is. */
const [, ...examples] = [
  ...readFileSync(join(packageRoot, 'docs/automation.md'), 'utf8').matchAll(/```sh\n(.*?)```/gs),
].map(([, text]) => text!);

/** What an example says that it prints. */
function told(example: string): string[] {
  return example.split('\n').flatMap((line) => (line.startsWith('# ') ? line.slice(2) : []));
}

describe('docs/automation.md', () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await startApp();
    folder = mkdtempSync(join(tmpdir(), 'automation-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
  });

  it('[D-230] [D-231] [D-232] [D-233] [D-234] [D-235] [D-236] [D-237] [D-238] prints what it says, example by example', async () => {
    const { client } = await makeAccount(app);
    const script = ['set -eu', ...examples].join(`\necho '${SEPARATOR}'\n`);
    const env = { ...process.env, API: app.url, TOKEN: client.token! };
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder, env });
    const [, ...printed] = stdout.replaceAll('\r', '').split(`${SEPARATOR}\n`);
    const shown = examples.map((example, index) => (told(example).length > 0 ? printed[index] : undefined));
    expect(shown).toEqual(
      examples.map((example) => (told(example).length > 0 ? `${told(example).join('\n')}\n` : undefined)),
    );
    expect(examples.filter((example) => told(example).length > 0).length).toBeGreaterThan(7);
    expect(printed.join('')).toContain('"domain":"example.com"');
  });
});
