import pg from 'pg';
import { TidyService } from '../../src/image/jobs/tidy.service.js';
import { startApp, type TestApp } from '../support/app.js';
import {
  downloadImage,
  eventsOf,
  captureAll,
  makeDisk,
  makeImage,
  makeUpload,
  openUpload,
  send,
  startImageApp,
  type ImageApp,
} from '../support/images.js';
import { platform, refusal } from '../support/client.js';
import { done, makeAccount, makeInstance, next } from '../support/makers.js';
import { lockIsAwaited } from '../support/sql.js';

let app: ImageApp;
beforeAll(async () => (app = await startImageApp({ MAX_PRIVATE_IMAGES: '5' })));
afterAll(() => app.close());

const PRIVATE = { is_public: false };
const numberOf = (id: string) => Number(id.split('/')[1]);
const statuses = async (requests: Promise<{ status: number }>[]) =>
  (await Promise.all(requests)).map(({ status }) => status).sort();

describe('at once', () => {
  it('[D-123] of 20 new images exactly as many succeed as the limit allows', async () => {
    const { client } = await makeAccount(app);
    const body = { label: 'golden', region: 'us-east' };
    const found = await statuses(Array.from({ length: 20 }, () => client.post('/images/upload', body)));
    expect(found).toEqual([...Array(5).fill(200), ...Array(15).fill(400)]);
    expect((await client.filter('/images', PRIVATE)).body.results).toBe(5);
  });

  it('[D-128] of 10 uploads to one address exactly one succeeds, and its bytes are stored', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const before = await app.stored();
    const disks = Array.from({ length: 10 }, () => makeDisk().gzip);
    const answers = await Promise.all(disks.map((gzip) => send(address, new Uint8Array(gzip))));
    const winners = disks.filter((_, index) => answers[index]!.status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 400, 404].includes(status))).toBe(true);
    expect((await downloadImage(app, id)).bytes.equals(winners[0]!)).toBe(true);
    expect(await app.stored()).toHaveLength(before.length + 1);
  });

  it('[D-124] an upload and the delete of its image leave no bytes and one final event', async () => {
    const { client } = await makeAccount(app);
    for (let round = 0; round < 10; round++) {
      const before = await app.stored();
      const { id, address } = await makeUpload(app, client);
      const [upload] = await Promise.all([
        send(address, new Uint8Array(makeDisk().gzip)),
        client.delete(`/images/${id}`),
      ]);
      expect([200, 404]).toContain(upload.status);
      expect((await client.get(`/images/${id}`)).status).toBe(404);
      expect(await app.stored()).toEqual(before);
      const status = (await eventsOf(client, 'image_upload'))[0].status;
      expect(status).toBe(upload.status === 200 ? 'finished' : 'failed');
    }
    expect((await client.filter('/images', PRIVATE)).body.results).toBe(0);
  });

  it('[D-123] [D-130] an upload that completes as its window ends stays, though another image wants its place', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeUpload(app, client);
    for (let n = 1; n < 5; n++) await makeImage(app, client);
    const completing = new pg.Client(app.databaseUrl);
    await completing.connect();
    await completing.query('BEGIN');
    const complete = `UPDATE images SET status = 'available', upload_hash = NULL, upload_until = NULL WHERE id = $1`;
    await completing.query(complete, [numberOf(id)]);
    app.clock.forward(86_400);
    const another = client.post('/images/upload', { label: 'another', region: 'us-east' });
    await lockIsAwaited(app);
    await completing.query('COMMIT');
    await completing.end();

    const reason = 'You have reached the maximum of 5 private images.';
    expect(await another).toMatchObject({ status: 400, body: refusal('', reason) });
    expect((await client.get(`/images/${id}`)).body.status).toBe('available');
  });

  it('of several deletes of one image one succeeds, and frees one place in the limit', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeUpload(app, client);
    await makeUpload(app, client);
    const found = await statuses(Array.from({ length: 8 }, () => client.delete(`/images/${id}`)));
    expect(found).toEqual([200, ...Array(7).fill(404)]);
    const body = { label: 'golden', region: 'us-east' };
    const more = await statuses(Array.from({ length: 6 }, () => client.post('/images/upload', body)));
    expect(more).toEqual([...Array(4).fill(200), ...Array(2).fill(400)]);
  });

  it('[D-130] at the end of the window an image is either available with its bytes, or deleted', async () => {
    const { client } = await makeAccount(app);
    for (let round = 0; round < 5; round++) {
      const { id, address } = await makeUpload(app, client);
      const { gzip } = makeDisk();
      const upload = openUpload(address);
      await upload.write(gzip.subarray(0, 1000));
      while ((await eventsOf(client, 'image_upload'))[0].status !== 'started');
      app.clock.forward(86_399);
      upload.end(gzip.subarray(1000));
      app.clock.forward(round % 2);
      await app.tidy.deleteOverdue();
      const outcome = await upload.outcome;
      const image = await client.get(`/images/${id}`);
      if ('status' in outcome && outcome.status === 200) {
        expect(image.body.status).toBe('available');
        expect((await downloadImage(app, id)).bytes.equals(gzip)).toBe(true);
        done(await client.delete(`/images/${id}`));
      } else {
        expect(image.status).toBe(404);
        expect((await app.stored()).filter((key) => key.startsWith(`${numberOf(id)}-`))).toEqual([]);
      }
    }
  });
});

it('[platform-api: keep_image] keeps the disk of an instance that is changed at the same time', async () => {
  const account = await makeAccount(app);
  const { id } = await makeInstance(app, account);
  const changing = new pg.Client({ connectionString: app.databaseUrl });
  await changing.connect();
  await changing.query('BEGIN');
  await changing.query('SELECT FROM instances WHERE id = $1 FOR UPDATE', [id]);
  const deleted = platform(app).delete(`/instances/${id}?keep_image=true`);
  await lockIsAwaited(app);
  await changing.query(`UPDATE instance_disks SET label = 'resized' WHERE instance_id = $1`, [id]);
  await changing.query('COMMIT');
  await changing.end();
  done(await deleted);
  await app.capture();
  const { data } = (await account.client.filter('/images', PRIVATE)).body;
  expect(data).toEqual([expect.objectContaining({ label: 'resized', status: 'available' })]);
});

describe('two replicas', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startApp({ IMAGE_STORE: `file:${app.storeFolder}`, DISK_DIR: app.diskFolder }, app);
  });
  afterAll(() => other.close());

  it('[D-182] make each capture exactly once', async () => {
    const accounts = [await makeAccount(app), await makeAccount(app), await makeAccount(app)];
    const made: { id: string; raw: Buffer }[] = [];
    for (const account of accounts) {
      const { raw } = makeDisk();
      const source = `race-${next()}.raw`;
      await app.writeDisk(source, raw);
      const disk = { id: next(), label: 'boot', size: 1, source };
      await makeInstance(app, account, [], { disks: [disk] });
      for (let image = 0; image < 4; image++) {
        made.push({ id: done(await account.client.post('/images', { disk_id: disk.id })).id, raw });
      }
    }
    const jobs = [app, other, app, other].map((one) => captureAll(one));
    const captured = (await Promise.all(jobs)).flat();
    expect(captured.sort((a, b) => a - b)).toEqual(made.map(({ id }) => numberOf(id)).sort((a, b) => a - b));
  });

  it('tidy at the same time, and remove nothing that is in use', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const { gzip } = makeDisk(4_000_000);
    const upload = openUpload(address);
    await upload.write(gzip.subarray(0, 2_000_000));
    while ((await app.stored()).every((key) => !key.startsWith(`${numberOf(id)}-`)));
    const orphan = `9007199254740991-${'0'.repeat(32)}`;
    await app.writeStored(orphan, Buffer.from('left over'));
    await app.ageStored();
    const tidies = [app, other, app].map((one) => one.app.get(TidyService).removeOrphans());
    await Promise.all(tidies);
    expect(await app.stored()).not.toContain(orphan);
    upload.end(gzip.subarray(2_000_000));
    expect(await upload.outcome).toEqual({ status: 200, body: {} });
    expect((await downloadImage(app, id)).bytes.equals(gzip)).toBe(true);
  });
});

describe('the database', () => {
  it('refuses to change the bytes of an available image, even for direct SQL', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    done(await send(address, new Uint8Array(makeDisk().gzip)));
    const direct = new pg.Client(app.databaseUrl);
    await direct.connect();
    const changes = [
      `status = 'creating', store_key = NULL, stored_bytes = NULL, sha256 = NULL`,
      `store_key = 'other'`,
      'store_key = NULL, stored_bytes = NULL, sha256 = NULL',
      `claim_key = 'other', claim_until = now()`,
    ];
    for (const change of changes) {
      const changed = direct.query(`UPDATE images SET ${change} WHERE id = $1`, [numberOf(id)]);
      await expect(changed).rejects.toThrow(/may not go|violates check constraint/);
    }
    await direct.end();
  });
});
