import { Jobs } from '../../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';

const DAYS = 8;
const DAY_SECONDS = 86_400;

let app: TestApp;
beforeEach(async () => (app = await startApp({ ZONE_VERSION_DAYS: `${DAYS}` })));
afterEach(() => app.close());

/** A day, with the job at its end. */
async function day(): Promise<void> {
  app.clock.forward(DAY_SECONDS);
  const job = app.app
    .get(Jobs)
    .all()
    .find(({ name }) => name === 'domain.versions');
  await job!.run();
}

describe('[D-241] the age of versions', () => {
  it('they go when they are old, but for the newest 50, and never a later one before an earlier one', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const record = (name: string) =>
      client.post(`/domains/${id}/records`, { type: 'A', name, target: '192.0.2.1' });
    const kept = async () => {
      const { data } = done(await client.get(`/domains/${id}/versions?page_size=500`));
      return data.map(({ version }: { version: number }) => version) as number[];
    };
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => from - index);
    for (let index = 0; index < 29; index++) done(await record(`a${index}`));
    for (let index = 0; index < 2 * DAYS; index++) await day();
    expect(await kept()).toEqual(down(30, 1));
    const file = done(await client.get(`/domains/${id}/versions/20/zone-file`)).zone_file;
    for (let index = 0; index < 30; index++) done(await record(`b${index}`));
    await day();
    expect((await kept()).slice(0, 50)).toEqual(down(60, 11));
    for (let index = 0; index < 2 * DAYS; index++) {
      await day();
      const versions = await kept();
      expect(versions).toEqual(down(60, versions.at(-1)!));
    }
    expect(await kept()).toEqual(down(60, 11));
    expect(done(await client.get(`/domains/${id}/versions/20/zone-file`)).zone_file).toEqual(file);
    expect((await client.get(`/domains/${id}/versions/10/zone-file`)).status).toBe(404);
    expect((await client.get(`/domains/${id}/versions/11/diff`)).status).toBe(200);
    expect((await client.get(`/domains/${id}/versions/12/diff?from=5`)).status).toBe(404);
  }, 60_000);
});
