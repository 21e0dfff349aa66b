import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/shared/package-root.js';
import { PLATFORM_TOKEN, startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';

/** What only a reader can do: enter a token, start the service, ask a nameserver. */
const BY_HAND = /^(?:TOKEN=\.\.\. *|export PLATFORM_TOKEN=.*|dig .*)/gm;

/** The README's calls in their order, up to where the reader enters the second account's token, and after. */
function calls(app: TestApp): string[] {
  const text = readFileSync(join(packageRoot, 'README.md'), 'utf8').replaceAll(
    'http://localhost:3000',
    app.url,
  );
  const blocks = [...text.matchAll(/^```\n(.*?)^```/gms)].flatMap(([, block]) =>
    block!.includes('curl') || block!.includes('call $API') ? block! : [],
  );
  const [first, second] = blocks.join('').split(/^(?=TOKEN=)/m);
  return [first!, second!].map((part) => part.replaceAll(BY_HAND, ''));
}

describe('README.md', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  it('has calls that a fresh service carries out one after the other, but for the refused delete', async () => {
    const { client } = await makeAccount(app);
    const [first, second] = calls(app);
    const run = async (token: string, script: string) => {
      const env = { ...process.env, PLATFORM_TOKEN, TOKEN: token };
      const lines = ['set -eu', 'shopt -s expand_aliases', script];
      return (await promisify(execFile)('bash', ['-c', lines.join('\n')], { env })).stdout;
    };
    const before = await run(client.token!, first!);
    const aliases = first!.match(/^(?:alias|API=|PLATFORM=).*/gm)!.join('\n');
    const token = /"token":"(\w+)"/.exec(before)![1]!;
    const after = await run(token, `${aliases}\n${second}`);
    expect(before).toContain('www IN A 203.0.113.10');
    expect(after).toContain('"address_range":"10.0.1.64/26"');
    expect([...`${before}${after}`.matchAll(/"reason":"([^"]*)"/g)].map(([, reason]) => reason)).toEqual([
      'Cannot delete a VPC with resources attached',
    ]);
  });
});
