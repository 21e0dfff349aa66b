import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/shared/package-root.js';

const run = promisify(execFile);

export interface Container {
  Id: string;
  Name: string;
  State: { Pid: number; Health: { Status: string } };
  Config: { Labels: Record<string, string>; Image: string };
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
  HostConfig: {
    ReadonlyRootfs: boolean;
    CapDrop: string[];
    SecurityOpt: string[];
    Memory: number;
    RestartPolicy: { Name: string };
  };
}

/** docker-compose.yml in a checkout of its own, on the Docker Engine that `test/compose/run` started. */
export class Stack {
  constructor(readonly folder: string) {
    const passing = readFileSync(join(packageRoot, '.dockerignore'), 'utf8').match(/(?<=^!).*/gm)!;
    for (const path of [...passing, '.dockerignore', 'Dockerfile', 'docker-compose.yml', 'deploy'])
      cpSync(join(packageRoot, path), join(folder, path), { recursive: true });
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.folder, path, '..'), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** @returns what deploy/up prints. */
  async up(): Promise<string> {
    const { stdout } = await run(join(this.folder, 'deploy/up'), { maxBuffer: Infinity });
    return stdout;
  }

  compose(...options: string[]): string {
    return execFileSync('docker', ['compose', ...options], {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  }

  /** What PostgreSQL's superuser gets for this SQL, as text. */
  select(sql: string): string {
    const psql = ['psql', '--username=postgres', '--dbname=cloud_account', '-qAtc', sql];
    return this.compose('exec', '-T', 'postgres', ...psql).trim();
  }

  /** All containers of a service, or of the stack. */
  containers(...services: string[]): Container[] {
    const ids = this.compose('ps', '--all', '--quiet', ...services)
      .trim()
      .split('\n');
    return JSON.parse(execFileSync('docker', ['inspect', ...ids], { encoding: 'utf8' })) as Container[];
  }

  /** Ends a container's first process as a crash would; `docker kill` would keep Docker from starting it again. */
  crash({ State }: Container): void {
    process.kill(State.Pid, 'SIGKILL');
  }

  /** Resolves when every container runs and is healthy. */
  async untilHealthy(...services: string[]): Promise<void> {
    await until(() => this.containers(...services).every(isHealthy));
  }
}

export function isHealthy({ State }: Container): boolean {
  return State.Pid > 0 && State.Health.Status === 'healthy';
}

/** The answer of a nameserver on this machine, or nothing. */
export function dig(port: number, name: string, type: string): string {
  const options = ['+short', '+tries=1', '+time=2', '-p', `${port}`, '@127.0.0.1', name, type];
  try {
    return execFileSync('dig', options, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(250);
}
