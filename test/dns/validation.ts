import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Program } from './program.js';

const run = promisify(execFile);

/**
 * What BIND's validator says of an answer of the server.
 * @param keys the DNSKEY records of `root` that it trusts
 * @param folder where it finds them
 */
export async function validation(
  server: Program,
  { root, keys, folder }: { root: string; keys: readonly string[]; folder: string },
  name: string,
  type: string,
): Promise<string> {
  const anchors = keys.map((key) => {
    const [flags, protocol, algorithm, ...text] = key.split(' ');
    return `"${root}" static-key ${flags} ${protocol} ${algorithm} "${text.join('')}";`;
  });
  const file = join(folder, 'anchors');
  await writeFile(file, `trust-anchors { ${anchors.join(' ')} };`);
  const options = ['-a', file, `+root=${root}`, `@${server.address}`, name, type];
  const { stdout } = await run('delv', options).catch(({ stdout, stderr }: Record<string, string>) => ({
    stdout: `${stdout} ${stderr}`,
  }));
  return /^; ((?:negative response, )?fully validated|unsigned answer)/m.exec(stdout)?.[1] ?? stdout;
}
