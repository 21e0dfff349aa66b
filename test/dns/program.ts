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
    private readonly argv: readonly string[],
    private child: ChildProcess,
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
    const output: string[] = [];
    const command = argv.map((word) => word.replaceAll('FOLDER', folder));
    const program = new Program(address, port, folder, command, launch(command, output), output);
    await program.answers();
    return program;
  }

  /** Writes files anew and lets the program read them. */
  async reload(files: Readonly<Record<string, string>>): Promise<void> {
    await writeFiles(this.folder, files);
    this.child.kill('SIGHUP');
  }

  async stop(): Promise<void> {
    await this.end();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Ends the program and all that it started, and keeps its folder. */
  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    process.kill(-this.child.pid!, 'SIGKILL');
    await gone;
  }

  /** Starts the program again on its folder. */
  async restart(): Promise<void> {
    await this.end();
    this.child = launch(this.argv, this.output);
    await this.answers();
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

  /** Transfers the zone from this source address, with this key if there is one; empty when it is refused. */
  async transfer(domain: string, from = '127.0.0.1', key?: string): Promise<string[]> {
    const signed = key === undefined ? [] : ['-y', key];
    const lines = await this.dig('+noall', '+answer', '+onesoa', '-b', from, ...signed, domain, 'AXFR');
    // A signature in base64 may hold the word as well.
    return lines.filter((line) => !line.startsWith(';') && !/\sTSIG\s/.test(line));
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

/** In a group of its own, with which its children end. */
function launch([command, ...parameters]: readonly string[], output: string[]): ChildProcess {
  const child = spawn(command!, parameters, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => output.push(bytes.toString()));
  }
  return child;
}
