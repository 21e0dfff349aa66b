import { Database } from '../../../src/database/database.js';
import { LeasesRepository } from '../../../src/image/leases/leases.repository.js';
import { makeDisk, startImageApp, type ImageApp } from '../../support/images.js';
import { done, makeAccount, makeInstance, next } from '../../support/makers.js';

const FIVE_DAYS_SECONDS = 432_000;

let app: ImageApp;
beforeAll(async () => (app = await startImageApp()));
afterAll(() => app.close());

it('[D-182] [D-222] a capture goes on whose process was killed while the clock was days ahead', async () => {
  const account = await makeAccount(app);
  const source = `disk-${next()}.raw`;
  await app.writeDisk(source, makeDisk().raw);
  const disks = [{ id: next(), label: 'boot', size: 25600, source }];
  const instance = await makeInstance(app, account, [], { disks });
  const image = done(await account.client.post('/images', { disk_id: instance.disks[0].id }));
  const id = Number(image.id.split('/')[1]);
  app.clock.forward(FIVE_DAYS_SECONDS);
  const until = new Date(app.clock.milliseconds() + 30_000);
  const key = `images/${id}-${'0'.repeat(32)}`;
  await app.app.get(Database).transaction((tx) => app.app.get(LeasesRepository).take(tx, id, key, until));
  app.clock.forward(-FIVE_DAYS_SECONDS);
  await app.tidy.removeOrphans();
  expect(await app.capture()).toEqual([id]);
  expect(done(await account.client.get(`/images/${image.id}`)).status).toBe('available');
});
