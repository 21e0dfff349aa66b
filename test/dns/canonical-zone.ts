import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
// BIND's checks of host names are off: these tests are about the syntax of the zone file.
const CHECKS = ['-k', 'ignore', '-n', 'ignore', '-i', 'none', '-m', 'ignore', '-M', 'ignore', '-S', 'ignore'];
const CASELESS = /^(\S+ \d+ IN (?:SOA|NS|MX|CNAME|SRV|PTR|AAAA)) (.*)$/;

/** A zone's records as BIND understands them, one on a line, sorted; names in lower case. */
export async function canonicalZone(domain: string, lines: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zone-'));
  const file = join(folder, 'zone');
  try {
    await writeFile(file, `${lines.join('\n')}\n`);
    const { stdout } = await run('named-compilezone', [...CHECKS, '-o', '-', domain, file], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.split('\n').filter(Boolean).map(canonicalLine).sort();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function canonicalLine(line: string): string {
  const [, name = '', ttl = '', rest = ''] = /^(\S+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
  const record = `${name.toLowerCase()} ${ttl} ${rest.replace(/\t/g, ' ')}`;
  const [, head, rdata = ''] = CASELESS.exec(record) ?? [];
  return head === undefined ? record : `${head} ${rdata.toLowerCase()}`;
}
