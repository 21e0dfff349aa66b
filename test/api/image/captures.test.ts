import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LeasesRepository } from '../../../src/image/leases/leases.repository.js';
import { Database } from '../../../src/database/database.js';
import { platform, refusal } from '../../support/client.js';
import { downloadImage, eventsOf, makeDisk, startImageApp, type ImageApp } from '../../support/images.js';
import { done, makeAccount, makeInstance, makeRestricted, makeToken, next } from '../../support/makers.js';
import type { TestAccount } from '../../support/makers.js';

const KILLED = `images/7-${'0'.repeat(32)}`;

let app: ImageApp;
beforeAll(async () => (app = await startImageApp({ IMAGE_MAX_SIZE_MB: '8', MAX_PRIVATE_IMAGES: '2' })));
afterAll(() => app.close());

/** An instance with one disk whose raw bytes are in DISK_DIR; without bytes, one whose source is missing. */
async function makeInstanceWithBytes(account: TestAccount, raw?: Buffer) {
  const source = `disk-${next()}.raw`;
  if (raw) await app.writeDisk(source, raw);
  return makeInstance(app, account, [], { disks: [{ id: next(), label: 'boot', size: 25600, source }] });
}

describe('POST /images', () => {
  it('[D-133] [Images rule 2] starts a capture: status creating, the size of the disk', async () => {
    const account = await makeAccount(app);
    const instance = await makeInstance(app, account);
    const disk = instance.disks[0].id;
    const answer = await account.client.post('/images', { disk_id: disk, description: 'before the change' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^private\/\d+$/),
      label: 'boot',
      description: 'before the change',
      is_public: false,
      type: 'manual',
      status: 'creating',
      size: 25600,
      capabilities: [],
      created: expect.any(String),
      updated: answer.body.created,
      created_by: account.username,
      deprecated: false,
      eol: null,
      expiry: null,
      vendor: null,
    });
    const [event] = await eventsOf(account.client, 'disk_imagize');
    expect(event).toMatchObject({
      status: 'scheduled',
      username: account.username,
      entity: { id: instance.id, label: instance.label, type: 'instance' },
      secondary_entity: { id: Number(answer.body.id.split('/')[1]), label: 'boot', type: 'image' },
    });
  });

  it('[D-122] answers 404 with field disk_id for an unknown, foreign or ungranted disk', async () => {
    const [account, other] = [await makeAccount(app), await makeAccount(app)];
    const [own, theirs] = [await makeInstance(app, account), await makeInstance(app, other)];
    const user = await makeRestricted(app, account, { global: { add_images: true } });
    const tries = [
      account.client.post('/images', { disk_id: 999_999 }),
      account.client.post('/images', { disk_id: theirs.disks[0].id }),
      user.client.post('/images', { disk_id: own.disks[0].id }),
    ];
    for (const answer of await Promise.all(tries)) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(refusal('disk_id', 'Not found'));
    }
  });

  it.each([
    [{}, 'disk_id', 'disk_id is required'],
    [{ disk_id: '11' }, 'disk_id', 'disk_id is not valid'],
    [{ disk_id: 1.5 }, 'disk_id', 'disk_id is not valid'],
    [{ disk_id: null }, 'disk_id', 'disk_id is required'],
    [{ disk_id: 1, label: '' }, 'label', 'Length must be 1-128 characters'],
  ])('[D-27] refuses %j', async (body, field, reason) => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/images', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal(field, reason));
  });

  it('[D-185] [D-46] a restricted user needs add_images and read access to the instance, and may change the new image', async () => {
    const account = await makeAccount(app);
    const instance = await makeInstance(app, account);
    const granted = { instance: [{ id: instance.id, permissions: 'read_only' }] };
    const without = await makeRestricted(app, account, granted);
    const refused = await without.client.post('/images', { disk_id: 999_999 });
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual(refusal('', 'Unauthorized'));
    const user = await makeRestricted(app, account, { ...granted, global: { add_images: true } });
    const image = done(await user.client.post('/images', { disk_id: instance.disks[0].id }));
    expect((await user.client.put(`/images/${image.id}`, { label: 'mine' })).status).toBe(200);
  });

  it.each(['images:read_write', 'instances:read_only images:read_only'])(
    'requires both scopes, not only %s',
    async (scopes) => {
      const account = await makeAccount(app);
      const client = await makeToken(app, account.username, scopes);
      const answer = await client.post('/images', { disk_id: 1 });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('www-authenticate')).toContain(
        'scope="images:read_write instances:read_only"',
      );
    },
  );

  it('[D-123] counts towards the limit of private images', async () => {
    const account = await makeAccount(app);
    const body = { disk_id: (await makeInstance(app, account)).disks[0].id };
    done(await account.client.post('/images', body));
    done(await account.client.post('/images', body));
    const answer = await account.client.post('/images', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('', 'You have reached the maximum of 2 private images.'));
  });
});

describe('the capture', () => {
  it('[Images rule 2] [D-121] stores the bytes, the uncompressed size and the SHA-256, and makes the image available', async () => {
    const account = await makeAccount(app);
    const { raw } = makeDisk(3 * 1024 * 1024 + 1);
    const instance = await makeInstanceWithBytes(account, raw);
    const body = { disk_id: instance.disks[0].id, label: 'golden', cloud_init: true };
    const { id } = done(await account.client.post('/images', body));
    await app.capture();
    expect((await account.client.get(`/images/${id}`)).body).toMatchObject({
      status: 'available',
      size: 4,
      label: 'golden',
      capabilities: ['cloud-init'],
    });
    const { bytes, headers } = await downloadImage(app, id);
    expect(gunzipSync(bytes).equals(raw)).toBe(true);
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect((await eventsOf(account.client, 'disk_imagize'))[0]).toMatchObject({ status: 'finished' });
  });

  it('[D-124] [D-195] a disk without source becomes available without data, with the size of the disk', async () => {
    const account = await makeAccount(app);
    const instance = await makeInstance(app, account);
    const { id } = done(await account.client.post('/images', { disk_id: instance.disks[0].id }));
    await app.capture();
    expect((await account.client.get(`/images/${id}`)).body).toMatchObject({
      status: 'available',
      size: 25600,
    });
    expect((await downloadImage(app, id)).status).toBe(404);
    expect((await eventsOf(account.client, 'disk_imagize'))[0]).toMatchObject({ status: 'finished' });
  });

  it('[D-124] a failed capture deletes the image, makes room below the limit, and fails the event', async () => {
    const account = await makeAccount(app);
    const instance = await makeInstanceWithBytes(account);
    const body = { disk_id: instance.disks[0].id };
    const before = await app.stored();
    for (let attempt = 0; attempt < 3; attempt++) {
      const { id } = done(await account.client.post('/images', body));
      await app.capture();
      expect((await account.client.get(`/images/${id}`)).status).toBe(404);
    }
    expect(await app.stored()).toEqual(before);
    expect((await eventsOf(account.client, 'disk_imagize'))[0]).toMatchObject({
      status: 'failed',
      percent_complete: 100,
    });
  });

  it('[D-123] fails for a disk over IMAGE_MAX_SIZE_MB', async () => {
    const account = await makeAccount(app);
    const instance = await makeInstanceWithBytes(account, Buffer.alloc(8 * 1024 ** 2 + 1));
    const { id } = done(await account.client.post('/images', { disk_id: instance.disks[0].id }));
    await app.capture();
    expect((await account.client.get(`/images/${id}`)).status).toBe(404);
  });

  it('[D-124] reads the disk that the request named, even after the instance is deleted', async () => {
    const account = await makeAccount(app);
    const { raw } = makeDisk();
    const instance = await makeInstanceWithBytes(account, raw);
    const { id } = done(await account.client.post('/images', { disk_id: instance.disks[0].id }));
    done(await platform(app).delete(`/instances/${instance.id}`));
    await app.capture();
    expect(gunzipSync((await downloadImage(app, id)).bytes).equals(raw)).toBe(true);
  });

  it('[D-182] another process takes over the capture of a killed one within 60 s; a job removes what the killed one left', async () => {
    const account = await makeAccount(app);
    const { raw } = makeDisk();
    const instance = await makeInstanceWithBytes(account, raw);
    const { id } = done(await account.client.post('/images', { disk_id: instance.disks[0].id }));
    await leaseAndDie(Number(id.split('/')[1]));
    expect(await app.capture()).not.toContain(Number(id.split('/')[1]));
    expect(await app.tidy.removeOrphans()).toEqual([]);
    app.clock.forward(50);
    expect(await app.capture()).toContain(Number(id.split('/')[1]));
    expect(gunzipSync((await downloadImage(app, id)).bytes).equals(raw)).toBe(true);
    await app.ageStored();
    expect(await app.tidy.removeOrphans()).toEqual([KILLED]);
    expect(gunzipSync((await downloadImage(app, id)).bytes).equals(raw)).toBe(true);
  });

  it('[D-182] a process that lost its lease must not complete the capture', async () => {
    const account = await makeAccount(app);
    const instance = await makeInstanceWithBytes(account, makeDisk().raw);
    const { id } = done(await account.client.post('/images', { disk_id: instance.disks[0].id }));
    await leaseAndDie(Number(id.split('/')[1]));
    app.clock.forward(50);
    await app.capture();
    const before = (await downloadImage(app, id)).bytes;
    const late = { bytes: 7, sha256: Buffer.alloc(32), sizeMb: 1 };
    const completed = await app.app
      .get(Database)
      .transaction((tx) => app.app.get(LeasesRepository).complete(tx, KILLED, late, new Date()));
    expect(completed).toBeUndefined();
    expect((await downloadImage(app, id)).bytes.equals(before)).toBe(true);
  });

  /** Leaves what a process leaves that is killed while it writes: its lease, and unfinished bytes under its key. */
  async function leaseAndDie(id: number): Promise<void> {
    await app.app.get(Database).transaction(async (tx) => {
      const until = new Date(app.clock.milliseconds() + 30_000);
      await app.app.get(LeasesRepository).take(tx, id, KILLED, until);
    });
    await app.writeStored(`${basename(KILLED)}.part`, Buffer.from('half'));
  }
});

describe('DELETE /platform/v1/instances/{instanceId}?keep_image=true', () => {
  it('[platform-api: keep_image] [D-191] captures an automatic image of the first disk, with an expiry', async () => {
    const account = await makeAccount(app);
    const { raw } = makeDisk();
    const instance = await makeInstanceWithBytes(account, raw);
    done(await platform(app).delete(`/instances/${instance.id}?keep_image=true`));
    await app.capture();
    const { data } = (await account.client.filter('/images', { is_public: false })).body;
    expect(data).toHaveLength(1);
    const [image] = data;
    expect(image).toMatchObject({ type: 'automatic', status: 'available', label: 'boot' });
    expect(Date.parse(`${image.expiry}Z`) - Date.parse(`${image.created}Z`)).toBe(7 * 86_400_000);
    expect(gunzipSync((await downloadImage(app, image.id)).bytes).equals(raw)).toBe(true);
    expect((await eventsOf(account.client, 'disk_imagize'))[0]).toMatchObject({
      username: null,
      status: 'finished',
      entity: { id: instance.id, label: instance.label, type: 'instance' },
    });
  });

  it('[D-124] an automatic image disappears at its expiry; a job then removes its bytes', async () => {
    const account = await makeAccount(app);
    const instance = await makeInstanceWithBytes(account, makeDisk().raw);
    done(await platform(app).delete(`/instances/${instance.id}?keep_image=true`));
    await app.capture();
    const [image] = (await account.client.filter('/images', { is_public: false })).body.data;
    app.clock.forward(7 * 86_400 - 60);
    expect((await account.client.get(`/images/${image.id}`)).status).toBe(200);
    app.clock.forward(60);
    expect((await account.client.get(`/images/${image.id}`)).status).toBe(404);
    expect((await downloadImage(app, image.id)).status).toBe(404);
    const number = Number(image.id.split('/')[1]);
    expect((await app.stored()).filter((key) => key.startsWith(`${number}-`))).toHaveLength(1);
    expect(await app.tidy.deleteOverdue()).toContain(number);
    expect((await app.stored()).filter((key) => key.startsWith(`${number}-`))).toEqual([]);
    expect((await eventsOf(account.client, 'image_delete'))[0]).toMatchObject({ username: null });
  });

  it('[D-123] changes nothing when the account is at its limit of private images', async () => {
    const account = await makeAccount(app);
    const instance = await makeInstance(app, account);
    for (let image = 0; image < 2; image++)
      done(await account.client.post('/images', { disk_id: instance.disks[0].id }));
    const answer = await platform(app).delete(`/instances/${instance.id}?keep_image=true`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('', 'You have reached the maximum of 2 private images.'));
    expect((await platform(app).get(`/instances/${instance.id}`)).status).toBe(200);
  });

  it.each(['', '?keep_image=false'])('[platform-api: keep_image] keeps nothing with "%s"', async (query) => {
    const account = await makeAccount(app);
    const instance = await makeInstance(app, account);
    expect(await platform(app).delete(`/instances/${instance.id}${query}`)).toMatchObject({
      status: 200,
      body: {},
    });
    expect((await account.client.filter('/images', { is_public: false })).body.results).toBe(0);
    expect((await platform(app).delete(`/instances/${instance.id}${query}`)).status).toBe(404);
  });

  it.each(['yes', '', 'TRUE', '1'])('keep_image=%s is not valid', async (value) => {
    const instance = await makeInstance(app, await makeAccount(app));
    const answer = await platform(app).delete(`/instances/${instance.id}?keep_image=${value}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('keep_image', 'keep_image is not valid'));
  });
});
