import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { run as select } from '../embedded/services.js';
import { deployed, Program, write } from './program.js';

/** Debian's PgBouncer with the file of `deploy/`, before the server of this database, of which each pool is two. */
export class PgBouncer {
  private constructor(
    private readonly program: Program,
    readonly port: number,
  ) {}

  static async start(folder: string, databaseUrl: string): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(databaseUrl);
    const own = await freePort();
    const users = write(join(folder, 'userlist.txt'), `"${username}" "${decodeURIComponent(password)}"\n`);
    const text = deployed('pgbouncer/pgbouncer.ini', [
      ['cloud_account = host=postgres port=5432', `* = host=${hostname} port=${port}`],
      ['listen_addr = *', 'listen_addr = 127.0.0.1'],
      ['listen_port = 6432', `listen_port = ${own}`],
      ['/etc/pgbouncer/userlist.txt', users],
      ['default_pool_size = 20', 'default_pool_size = 2'],
    ]);
    const program = Program.start(join(folder, 'pgbouncer.log'), [
      'pgbouncer',
      write(join(folder, 'pgbouncer.ini'), text),
    ]);
    const bouncer = new PgBouncer(program, own);
    const url = bouncer.before(databaseUrl);
    await program.until(() => select(url, `SELECT '${pathname}'`).then(() => true));
    return bouncer;
  }

  /** The way to this database through the pooler. */
  before(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  stop(): Promise<void> {
    return this.program.stop('SIGINT');
  }
}
