import { refusal } from '../../support/client.js';
import {
  eventsOf,
  makeDisk,
  makeUpload,
  openUpload,
  send,
  startImageApp,
  uploadStarted,
  type ImageApp,
} from '../../support/images.js';
import { NO_GRANTS } from '../../support/grants.js';
import { makeAccount, makeRestricted } from '../../support/makers.js';

const NOT_FOUND = refusal('', 'Not found');

let app: ImageApp;
beforeAll(async () => (app = await startImageApp({ MAX_PRIVATE_IMAGES: '2' })));
afterAll(() => app.close());

const bytes = (data: Buffer) => new Uint8Array(data);

describe('the upload window', () => {
  it('[D-130] [D-268] ends after UPLOAD_WINDOW_SECONDS: the image is deleted, its address answers 404, its event fails', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    app.clock.forward(86_400);
    expect((await send(address, bytes(makeDisk().gzip))).status).toBe(404);
    expect((await client.get(`/images/${id}`)).status).toBe(404);
    expect((await client.put(`/images/${id}`, { label: 'late' })).status).toBe(404);
    expect((await client.filter('/images', { is_public: false })).body.results).toBe(0);
    expect(await app.tidy.deleteOverdue()).toContain(Number(id.split('/')[1]));
    expect((await eventsOf(client, 'image_upload'))[0]).toMatchObject({
      status: 'failed',
      message: 'Upload expired: its data did not arrive in time.',
    });
  });

  it('[D-130] is open until its last second', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    app.clock.forward(86_390);
    expect(await app.tidy.deleteOverdue()).not.toContain(Number(id.split('/')[1]));
    expect((await send(address, bytes(makeDisk().gzip))).status).toBe(200);
    app.clock.forward(100);
    expect(await app.tidy.deleteOverdue()).not.toContain(Number(id.split('/')[1]));
    expect((await client.get(`/images/${id}`)).body.status).toBe('available');
  });

  it('[D-123] [D-130] at its end, the image makes room below the limit before the job deletes it', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeUpload(app, client);
    const stays = await makeUpload(app, client);
    expect((await send(stays.address, bytes(makeDisk().gzip))).status).toBe(200);
    const body = { label: 'one more', region: 'us-east' };
    expect((await client.post('/images/upload', body)).status).toBe(400);
    app.clock.forward(86_400);
    const limits = async () => (await client.get('/account/limits')).body.data;
    expect(await limits()).toContainEqual({ name: 'images', limit: 2, used: 1 });
    expect((await client.post('/images/upload', body)).status).toBe(200);
    expect(await limits()).toContainEqual({ name: 'images', limit: 2, used: 2 });
    expect((await client.post('/images/upload', body)).body).toEqual(
      refusal('', 'You have reached the maximum of 2 private images.'),
    );
    expect(await app.tidy.deleteOverdue()).not.toContain(Number(id.split('/')[1]));
    const events = await eventsOf(client, 'image_upload');
    expect(events).toMatchObject([{ status: 'scheduled' }, { status: 'finished' }, { status: 'failed' }]);
  });

  it('[D-44] [D-143] at its end, neither grants nor restrictions of tokens name the image any more', async () => {
    const account = await makeAccount(app);
    const { id } = await makeUpload(app, account.client);
    const grants = { image: [{ id: Number(id.split('/')[1]), permissions: 'read_write' }] };
    const { username, client } = await makeRestricted(app, account, grants);
    app.clock.forward(86_400);
    expect((await client.get('/profile/grants')).body).toEqual(NO_GRANTS);
    const path = `/account/users/${username}/grants`;
    expect((await account.client.get(path)).body).toEqual(NO_GRANTS);
    expect((await account.client.put(path, grants)).body).toEqual(refusal('image[0].id', 'id is not valid'));
    const token = await account.client.post('/profile/tokens', { restrictions: { images: [id] } });
    expect(token.body).toEqual(refusal('restrictions.images[0]', 'images[0] is not valid'));
  });

  it('[D-130] an upload that is still running at its end leaves nothing', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const before = await app.stored();
    const { gzip } = makeDisk();
    const upload = openUpload(address);
    await upload.write(gzip.subarray(0, 1000));
    await uploadStarted(client);
    app.clock.forward(86_400);
    upload.end(gzip.subarray(1000));
    expect(await upload.outcome).toEqual({ status: 404, body: NOT_FOUND });
    expect(await app.stored()).toEqual(before);
    expect((await client.get(`/images/${id}`)).status).toBe(404);
  });
});
