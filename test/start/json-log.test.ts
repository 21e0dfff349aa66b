import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger as NestLogger } from '@nestjs/common';
import { pino } from 'pino';
import { startApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { PROGRAMS } from '../support/processes.js';

describe('standard output that is no terminal', () => {
  it.each(['info', 'silent'])('has JSON in every line, at the level %s', async (LOG_LEVEL) => {
    const dataDir = makeTemporaryFolder();
    const PORT = String(await freePort());
    const child = spawn(process.execPath, [PROGRAMS.service], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT, LOG_LEVEL },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    let [output, complaints] = ['', ''];
    child.stdout.on('data', (text) => (output += String(text)));
    child.stderr.on('data', (text) => (complaints += String(text)));
    while (!output.includes('shown once')) await once(child.stdout, 'data');
    const { token, try: requests } = linesOf(output).at(-1) as { token: string; try: string[] };
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`http://127.0.0.1:${PORT}/v4/vpcs/1`, { headers })).status).toBe(404);
    expect(requests).toHaveLength(4);
    process.kill(
      Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    while (LOG_LEVEL === 'info' && !output.includes('embedded PostgreSQL lost'))
      await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await ended;
    const messages = linesOf(output).map(({ msg }) => msg as string);
    expect(messages).toEqual(
      expect.arrayContaining([expect.stringContaining(`listens on http://localhost:${PORT}`)]),
    );
    expect(complaints).toBe('');
    await removeTemporaryFolder(dataDir);
  });

  it('has what Nest says of itself as lines of the log', async () => {
    const lines: string[] = [];
    const app = await startApp(
      {},
      undefined,
      pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    );
    try {
      const nest = new NestLogger('Router');
      nest.warn('unusual');
      nest.error('wrong', 'at a.js:1');
      nest.error(new Error('thrown'));
      nest.log('Mapped {/vpcs, GET} route');
      const said = lines.flatMap((line) => linesOf(line)).filter(({ nest }) => nest);
      expect(said.map(({ level, msg, nest }) => [level, msg, nest])).toEqual([
        [40, 'unusual', ['Router']],
        [50, 'wrong', ['at a.js:1', 'Router']],
        [50, 'thrown', ['Router']],
      ]);
    } finally {
      await app.close();
    }
  });
});

function linesOf(output: string): Record<string, unknown>[] {
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
