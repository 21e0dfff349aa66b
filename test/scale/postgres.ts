import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { run as select } from '../embedded/services.js';
import { createRoles, makeFolder, POSTGRES_PROGRAMS, Program, run, write } from './program.js';

const PASSWORD = 'database-of-the-tests';
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_log_hints = on
hot_standby_feedback = on
`;

/** Debian's PostgreSQL on a data directory of its own. */
export class PostgresServer {
  private program!: Program;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** A new server, prepared for the service as the compose file's is. */
  static async start(folder: string): Promise<PostgresServer> {
    const port = await freePort();
    const server = new PostgresServer(makeFolder(folder), port);
    const password = write(join(folder, 'password'), PASSWORD);
    const options = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${password}`];
    await run(['initdb', `--pgdata=${server.data}`, '--encoding=UTF8', '--locale=C.UTF-8', ...options]);
    appendFileSync(join(server.data, 'postgresql.conf'), SETTINGS);
    await server.resume();
    await run(['createdb', 'cloud_account'], server.environment);
    await server.createRoles('secrets');
    return server;
  }

  /** Runs the script of the compose file. @param owner the password of a role that owns the database instead of the service's */
  async createRoles(secrets: string, owner?: string): Promise<void> {
    const passwords = { database: PASSWORD, nameserver: PASSWORD, owner };
    await createRoles(join(this.folder, secrets), this.environment, passwords);
  }

  /** A standby that streams from this server. */
  async startStandby(folder: string): Promise<PostgresServer> {
    const port = await freePort();
    const standby = new PostgresServer(makeFolder(folder), port);
    const options = ['--write-recovery-conf', '--checkpoint=fast', '--create-slot', '--slot=standby'];
    await run(['pg_basebackup', `--pgdata=${standby.data}`, ...options], this.environment);
    await standby.resume();
    return standby;
  }

  /** The database of the service, as its owner. */
  get url(): string {
    return `postgres://cloud_account:${PASSWORD}@127.0.0.1:${this.port}/cloud_account`;
  }

  readonly ownerPassword = PASSWORD;

  /** As the owner that `createRoles` makes with `ownerPassword`. */
  get ownerUrl(): string {
    return this.url.replace('//cloud_account:', '//cloud_account_owner:');
  }

  get superuserUrl(): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.port}/cloud_account`;
  }

  async resume(): Promise<void> {
    const options = ['-D', this.data, '-p', String(this.port)];
    this.program = Program.start(join(this.folder, 'postgres.log'), [
      join(POSTGRES_PROGRAMS, 'postgres'),
      ...options,
    ]);
    await this.program.until(() =>
      select(this.superuserUrl.replace(/\w+$/, 'postgres'), 'SELECT 1').then(() => true),
    );
  }

  /** At once, cutting its clients off. */
  stop(): Promise<void> {
    return this.program.stop('SIGQUIT');
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  private get environment(): Record<string, string> {
    return { PGHOST: '127.0.0.1', PGPORT: String(this.port), PGUSER: 'postgres', PGPASSWORD: PASSWORD };
  }
}
