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
import { makeAccount } from '../../support/makers.js';

const NOT_FOUND = refusal('', 'Not found');

let app: ImageApp;
beforeAll(async () => (app = await startImageApp()));
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
