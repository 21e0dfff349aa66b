import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from './until.js';

const run = promisify(execFile);

/** A nameserver program from Debian, on a loopback address, in its own folder. */
export class Program {
  private constructor(
    readonly address: string,
    readonly port: number,
    readonly folder: string,
    private readonly child: ChildProcess,
    private readonly output: string[],
  ) {}

  /**
   * @param files by name, written into the program's folder
   * @param argv the command line; `FOLDER` in it, and in the files, stands for the folder
   */
  static async start(
    address: string,
    files: Readonly<Record<string, string>>,
    argv: readonly string[],
    port = 53,
  ) {
    const folder = await mkdtemp(join(tmpdir(), 'nameserver-'));
    await writeFiles(folder, files);
    const [command, ...parameters] = argv.map((word) => word.replaceAll('FOLDER', folder));
    const output: string[] = [];
    const child = spawn(command!, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes: Buffer) => output.push(bytes.toString()));
    }
    const program = new Program(address, port, folder, child, output);
    await program.answers();
    return program;
  }

  /** Writes files anew and lets the program read them. */
  async reload(files: Readonly<Record<string, string>>): Promise<void> {
    await writeFiles(this.folder, files);
    this.child.kill('SIGHUP');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await gone;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The lines of `dig +short`. */
  async short(...question: string[]): Promise<string[]> {
    const lines = await this.dig('+short', ...question);
    return lines.sort();
  }

  /** The status of an answer: NOERROR, NXDOMAIN, REFUSED. */
  async status(...question: string[]): Promise<string> {
    const lines = await this.dig(...question);
    return /status: (\w+)/.exec(lines.join('\n'))?.[1] ?? '';
  }

  /** Transfers the zone from this source address; empty when it is refused. */
  async transfer(domain: string, from = '127.0.0.1'): Promise<string[]> {
    const lines = await this.dig('+noall', '+answer', '+onesoa', '-b', from, domain, 'AXFR');
    return lines.filter((line) => !line.startsWith(';'));
  }

  async dig(...parameters: string[]): Promise<string[]> {
    const { stdout } = await run(
      'dig',
      ['+tries=1', '+time=5', '-p', `${this.port}`, `@${this.address}`, ...parameters],
      {
        maxBuffer: 64 * 1024 * 1024,
      },
    ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
    return stdout.split('\n').filter((line) => line !== '');
  }

  private async answers(): Promise<void> {
    await until(async () => {
      if (this.child.exitCode !== null) throw new Error(this.output.join(''));
      return (await this.status('version.bind', 'TXT', 'CH')) !== '';
    });
  }
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text.replaceAll('FOLDER', folder));
  }
}
