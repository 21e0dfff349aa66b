import { anonymous, platform, refusal } from '../../support/client.js';
import {
  downloadImage,
  eventsOf,
  makeDisk,
  makeImage,
  makePublicImage,
  makeUpload,
  send,
  startImageApp,
  type ImageApp,
} from '../../support/images.js';
import { done, makeAccount, makeInstance, makeRestricted, makeToken } from '../../support/makers.js';

let app: ImageApp;
beforeAll(async () => (app = await startImageApp({ MAX_PRIVATE_IMAGES: '3' })));
afterAll(() => app.close());

const numberOf = (id: string) => Number(id.split('/')[1]);

describe('PUT /images/{imageId}', () => {
  it('[D-14] [D-190] changes the given fields and `updated`, and records image_update', async () => {
    const { client, username } = await makeAccount(app);
    const id = await makeImage(app, client, { description: 'first' });
    app.clock.forward(60);
    const { status, body } = await client.put(`/images/${id}`, { label: 'silver' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, label: 'silver', description: 'first', status: 'available' });
    expect(body.updated > body.created).toBe(true);
    expect((await client.get(`/images/${id}`)).body).toEqual(body);
    expect((await eventsOf(client, 'image_update'))[0]).toMatchObject({
      username,
      status: 'notification',
      entity: { id: numberOf(id), label: 'silver', type: 'image', url: `/v4/images/${id}` },
    });
  });

  it.each([
    [null, null],
    ['', null],
    ['new\nline', 'new\nline'],
  ])('[D-15] [D-119] description %p is shown as %p', async (description, shown) => {
    const { client } = await makeAccount(app);
    const { id } = await makeUpload(app, client, { description: 'first' });
    expect((await client.put(`/images/${id}`, { description })).body.description).toBe(shown);
  });

  it('[D-14] an empty body changes nothing and is 200; read-only keys are ignored', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeUpload(app, client);
    const change = { label: null, size: 7, status: 'available', is_public: true, unknown: 1 };
    for (const body of [{}, change]) {
      const answer = await client.put(`/images/${id}`, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        label: 'golden',
        size: 0,
        status: 'pending_upload',
        is_public: false,
      });
    }
  });

  it.each([
    [{ label: '' }, 'label', 'Length must be 1-128 characters'],
    [{ label: 'x'.repeat(129) }, 'label', 'Length must be 1-128 characters'],
    [{ label: 5 }, 'label', 'label is not valid'],
    [{ label: 'a\nb' }, 'label', 'label is not valid'],
    [{ description: 'x'.repeat(65_001) }, 'description', 'Length must be 0-65000 characters'],
    [{ description: {} }, 'description', 'description is not valid'],
  ])('[D-118] [D-184] refuses %j', async (body, field, reason) => {
    const { client } = await makeAccount(app);
    const { id } = await makeUpload(app, client);
    const answer = await client.put(`/images/${id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal(field, reason));
  });

  it('[D-11] counts characters, not UTF-16 units', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeUpload(app, client);
    const label = '\u{1F600}'.repeat(128);
    expect((await client.put(`/images/${id}`, { label })).body.label).toBe(label);
  });
});

describe('PUT and DELETE /images/{imageId}: access', () => {
  it('[D-125] a public image is 403 Unauthorized, an unknown one 404', async () => {
    const { client } = await makeAccount(app);
    const id = await makePublicImage(app);
    for (const send of [
      () => client.put(`/images/${id}`, { label: 'x' }),
      () => client.delete(`/images/${id}`),
    ]) {
      const answer = await send();
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(refusal('', 'Unauthorized'));
    }
    expect((await client.delete('/images/public/none')).status).toBe(404);
    expect((await anonymous(app).delete(`/images/${id}`)).status).toBe(401);
  });

  it('[Images rule 4] a restricted user needs read_write: else 403, without any grant 404', async () => {
    const account = await makeAccount(app);
    const { id } = await makeUpload(app, account.client);
    const grant = (permissions: string | null) => ({ image: [{ id: numberOf(id), permissions }] });
    const user = await makeRestricted(app, account);
    expect((await user.client.put(`/images/${id}`)).status).toBe(404);
    done(await platform(app).put(`/users/${user.username}/grants`, grant('read_only')));
    expect((await user.client.put(`/images/${id}`)).status).toBe(403);
    expect((await user.client.delete(`/images/${id}`)).status).toBe(403);
    done(await platform(app).put(`/users/${user.username}/grants`, grant('read_write')));
    expect((await user.client.put(`/images/${id}`)).status).toBe(200);
    expect((await user.client.delete(`/images/${id}`)).status).toBe(200);
  });

  it('requires images:read_write', async () => {
    const account = await makeAccount(app);
    const { id } = await makeUpload(app, account.client);
    const client = await makeToken(app, account.username, 'images:read_only');
    expect((await client.put(`/images/${id}`)).status).toBe(403);
    expect((await client.delete(`/images/${id}`)).status).toBe(403);
  });
});

describe('DELETE /images/{imageId}', () => {
  it('[Images rule 4] deletes the image, its bytes, its grants and records image_delete', async () => {
    const account = await makeAccount(app);
    const id = await makeImage(app, account.client);
    const grants = { image: [{ id: numberOf(id), permissions: 'read_only' }] };
    const user = await makeRestricted(app, account, grants);
    const before = await app.stored();
    expect(await account.client.delete(`/images/${id}`)).toMatchObject({ status: 200, body: {} });
    expect((await account.client.get(`/images/${id}`)).status).toBe(404);
    expect((await downloadImage(app, id)).status).toBe(404);
    expect(await app.stored()).toHaveLength(before.length - 1);
    expect(done(await platform(app).put(`/users/${user.username}/grants`)).image).toEqual([]);
    expect((await eventsOf(account.client, 'image_delete'))[0]).toMatchObject({
      status: 'notification',
      entity: { id: numberOf(id), type: 'image' },
    });
  });

  it('[D-124] [D-268] cancels an upload: its address answers 404 and its event fails', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    done(await client.delete(`/images/${id}`));
    expect((await send(address, new Uint8Array(makeDisk().gzip))).status).toBe(404);
    expect((await eventsOf(client, 'image_upload'))[0]).toMatchObject({
      status: 'failed',
      message: 'Upload canceled.',
    });
  });

  it('[D-174] cancels a capture: its event fails with the message deleted', async () => {
    const account = await makeAccount(app);
    const instance = await makeInstance(app, account);
    const image = done(await account.client.post('/images', { disk_id: instance.disks[0].id }));
    done(await account.client.delete(`/images/${image.id}`));
    await app.capture();
    expect((await account.client.get(`/images/${image.id}`)).status).toBe(404);
    expect((await eventsOf(account.client, 'disk_imagize'))[0]).toMatchObject({
      status: 'failed',
      percent_complete: 100,
      message: 'deleted',
    });
  });

  it('[D-123] makes room below the limit', async () => {
    const { client } = await makeAccount(app);
    const made = [];
    for (let image = 0; image < 3; image++) made.push(await makeUpload(app, client));
    const body = { label: 'one more', region: 'us-east' };
    const answer = await client.post('/images/upload', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('', 'You have reached the maximum of 3 private images.'));
    done(await client.delete(`/images/${made[0]!.id}`));
    expect((await client.post('/images/upload', body)).status).toBe(200);
  });
});
