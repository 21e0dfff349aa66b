import { pino } from 'pino';
import { Schedule } from '../../src/schedule/schedule.js';
import { forwardTo } from '../support/cuttable-database.js';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { startApp } from '../support/app.js';
import { TestClock } from '../support/test-clock.js';
import { scrape, valueOf } from './scrape.js';

const SETTINGS = {
  CATALOG_ZONE: 'catalog.invalid',
  SECONDARIES: '127.0.0.1:9',
  TSIG_KEY: `hmac-sha256:secondaries.example:${Buffer.alloc(32, 1).toString('base64')}`,
};
const ANNOUNCEMENTS = { name: 'domain.announcements' };

interface Line {
  readonly job?: string;
  readonly failures?: number;
  readonly msg: string;
}

it('a job that runs each second logs few of its failures while the database is away, and that it succeeds again', async () => {
  const lines: Line[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const database = await createTestDatabase();
  const port = await freePort();
  const way = await forwardTo(database.url, port);
  const app = await startApp(SETTINGS, { databaseUrl: way.url, clock: new TestClock() }, logger);
  const runs = async (result: string) =>
    valueOf(await scrape(app), 'scheduled_job_runs_total', { ...ANNOUNCEMENTS, result });
  const until = async (holds: () => Promise<boolean> | boolean) => {
    while (!(await holds())) await new Promise((next) => setTimeout(next, 20));
  };
  const own = () => lines.filter(({ job }) => job === ANNOUNCEMENTS.name);
  app.app.get(Schedule).start();
  await until(async () => (await runs('success')) > 0);
  await way.cut();
  await until(async () => (await runs('failure')) >= 5);
  expect(own().map(({ msg, failures }) => [msg, failures])).toEqual([
    ['job failed', 1],
    ['job failed', 2],
    ['job failed', 4],
  ]);
  const back = await forwardTo(database.url, port);
  await until(() => own().some(({ msg }) => msg === 'job succeeds again'));
  await app.close();
  await back.cut();
  await database.drop();
}, 60_000);
