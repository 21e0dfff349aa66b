import { MAX_TURNS, TURNS } from '../../src/shared/config/setting-bounds.js';
import { Jobs } from '../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeDomain } from '../support/domains.js';
import { captureAll, makeUpload } from '../support/images.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { enableTwoFactor } from '../support/two-factor.js';
import { allAt } from './all-at.js';

/** Node runs a timer that waits longer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Every number and every limit of costly work. The test chooses its own port. */
function settingsAt(bound: 'min' | 'max'): Record<string, string> {
  const turns = bound === 'min' ? '1/1' : `${MAX_TURNS}/${MAX_TURNS}`;
  return {
    ...allAt(bound),
    ...Object.fromEntries(Object.keys(TURNS).map((name) => [name, turns])),
    PORT: '',
  };
}

describe.each(['min', 'max'] as const)('[D-177] a service with all settings at their %s', (bound) => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp(settingsAt(bound))));
  afterAll(() => app.close());

  it('answers, makes one of each thing and removes it', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    const { id } = await makeDomain(client);
    await makeUpload(app, client);
    await enableTwoFactor(app, client);
    expect((await client.filter('/domains', { domain: { '+contains': 'a' } })).status).toBe(200);
    done(await client.delete(`/vpcs/${vpc.id}`));
    done(await client.delete(`/domains/${id}`));
    expect((await client.get('/account/events')).status).toBe(200);
    expect(await captureAll(app)).toEqual([]);
  });

  it('runs every job, none of them without a pause', async () => {
    for (const job of app.app.get(Jobs).all()) {
      expect([job.name, job.everySeconds * 1000 <= LONGEST_TIMER_MS]).toEqual([job.name, true]);
      await job.run();
      await job.run();
    }
  });
});
