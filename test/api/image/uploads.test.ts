import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { anonymous, refusal } from '../../support/client.js';
import {
  downloadImage,
  eventsOf,
  makeDisk,
  makeUpload,
  openUpload,
  send,
  startImageApp,
  uploadStarted,
  type ImageApp,
} from '../../support/images.js';
import { makeAccount, makeRestricted, makeToken } from '../../support/makers.js';

const BROKEN = refusal('', 'Data must be a gzip-compressed disk image.');
const NOT_FOUND = refusal('', 'Not found');
const IN_PROGRESS = refusal('', 'An upload to this address is in progress.');
const FIVE_GIB = 5 * 1024 ** 3;

let app: ImageApp;
beforeAll(
  async () => (app = await startImageApp({ IMAGE_MAX_SIZE_MB: '8', PUBLIC_URL: 'https://cloud.example' })),
);
afterAll(() => app.close());

const bytes = (data: Buffer) => new Uint8Array(data);

describe('POST /images/upload', () => {
  it('[Images rule 3] answers with a pending image and an upload address', async () => {
    const { client, username } = await makeAccount(app);
    const body = { label: 'golden', region: 'us-east', description: 'my disk', cloud_init: true };
    const answer = await client.post('/images/upload', body);
    expect(answer.status).toBe(200);
    const { image, upload_to: to } = answer.body;
    expect(to).toMatch(/^https:\/\/cloud\.example\/image-uploads\/[A-Za-z0-9_-]{43}$/);
    expect(image).toEqual({
      id: expect.stringMatching(/^private\/\d+$/),
      label: 'golden',
      description: 'my disk',
      is_public: false,
      type: 'manual',
      status: 'pending_upload',
      size: 0,
      capabilities: ['cloud-init'],
      created: expect.any(String),
      updated: image.created,
      created_by: username,
      deprecated: false,
      eol: null,
      expiry: null,
      vendor: null,
    });
    expect((await client.get(`/images/${image.id}`)).body).toEqual(image);
    expect((await eventsOf(client, 'image_upload'))[0]).toMatchObject({
      status: 'scheduled',
      percent_complete: 0,
    });
  });

  it('[D-27] reports all faults at once, in the order of the fields', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/images/upload', { description: 5, cloud_init: 'yes' });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: 'label', reason: 'label is required' },
      { field: 'region', reason: 'region is required' },
      { field: 'description', reason: 'description is not valid' },
      { field: 'cloud_init', reason: 'cloud_init is not valid' },
    ]);
  });

  it.each(['nowhere', '', 'US-EAST', 7])('[D-126] region %p does not exist', async (region) => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/images/upload', { label: 'golden', region });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('region', 'region is not valid'));
  });

  it('[D-46] a restricted user needs add_images, and may change the uploaded image', async () => {
    const account = await makeAccount(app);
    const body = { label: 'golden', region: 'us-east' };
    const without = await makeRestricted(app, account);
    expect((await without.client.post('/images/upload', body)).status).toBe(403);
    const { client } = await makeRestricted(app, account, { global: { add_images: true } });
    const { id } = await makeUpload(app, client);
    expect((await client.put(`/images/${id}`, { label: 'mine' })).status).toBe(200);
  });

  it('requires images:read_write and a credential', async () => {
    const account = await makeAccount(app);
    const client = await makeToken(app, account.username, 'images:read_only');
    expect((await client.post('/images/upload')).status).toBe(403);
    expect((await anonymous(app).post('/images/upload')).status).toBe(401);
  });
});

describe('PUT {upload_to}', () => {
  it('[D-128] checks and stores the data, and makes the image available with its size and exactly these bytes', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const { gzip } = makeDisk(3 * 1024 * 1024 + 1);
    const answer = await send(address, bytes(gzip));
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect((await client.get(`/images/${id}`)).body).toMatchObject({ status: 'available', size: 4 });
    const downloaded = await downloadImage(app, id);
    expect(downloaded.bytes.equals(gzip)).toBe(true);
    const sha256 = createHash('sha256').update(gzip).digest('hex');
    expect(downloaded.headers.get('etag')).toBe(`"${sha256}"`);
    expect((await eventsOf(client, 'image_upload'))[0]).toMatchObject({
      status: 'finished',
      percent_complete: 100,
    });
  });

  it('[D-128] accepts data without a media type, in chunks and of several gzip members', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const upload = openUpload(address);
    await upload.write(gzipSync('first half, '));
    upload.end(gzipSync('second half'));
    expect(await upload.outcome).toEqual({ status: 200, body: {} });
    expect((await client.get(`/images/${id}`)).body).toMatchObject({ status: 'available', size: 1 });
  });

  it('[D-127] accepts data once', async () => {
    const { client } = await makeAccount(app);
    const { address } = await makeUpload(app, client);
    const { gzip } = makeDisk();
    expect((await send(address, bytes(gzip))).status).toBe(200);
    const again = await send(address, bytes(gzip));
    expect(again.status).toBe(404);
    expect(again.body).toEqual(NOT_FOUND);
  });

  it.each(['A'.repeat(43), 'short', '%00', `${'A'.repeat(43)}x`])(
    '[D-127] answers 404 for the unknown secret %s',
    async (secret) => {
      const answer = await send(`${app.url}/image-uploads/${secret}`, bytes(makeDisk().gzip));
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(NOT_FOUND);
    },
  );

  it('[D-127] is not below /v4, and allows no other method', async () => {
    const { client } = await makeAccount(app);
    const { address } = await makeUpload(app, client);
    const path = new URL(address).pathname;
    expect((await send(`${app.url}/v4${path}`, bytes(makeDisk().gzip))).status).toBe(404);
    const get = await fetch(address);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'PUT, OPTIONS']);
  });

  it.each<[string, Buffer]>([
    ['raw bytes', makeDisk().raw],
    ['nothing', Buffer.alloc(0)],
    ['cut off', makeDisk().gzip.subarray(0, -1)],
    ['followed by garbage', Buffer.concat([makeDisk().gzip, Buffer.from('garbage')])],
    ['followed by zeros', Buffer.concat([makeDisk().gzip, Buffer.alloc(512)])],
    ['zip', Buffer.concat([Buffer.from('PK\x03\x04'), makeDisk().raw])],
    ['qcow2', Buffer.concat([Buffer.from('QFI\xfb', 'latin1'), makeDisk().raw])],
  ])('[D-129] refuses data that is %s, keeps nothing and allows another attempt', async (_case, data) => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const before = await app.stored();
    const answer = await send(address, bytes(data));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(BROKEN);
    expect(await app.stored()).toEqual(before);
    expect((await client.get(`/images/${id}`)).body.status).toBe('pending_upload');
    expect((await send(address, bytes(makeDisk().gzip))).status).toBe(200);
    expect((await client.get(`/images/${id}`)).body.status).toBe('available');
  });

  it('[D-123] refuses a gzip bomb as too large', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const answer = await send(address, bytes(gzipSync(Buffer.alloc(64 << 20), { level: 9 })));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('', 'The image is too large.'));
    expect((await client.get(`/images/${id}`)).body.status).toBe('pending_upload');
  });

  it('[D-123] accepts exactly the largest size', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const over = await send(address, bytes(gzipSync(Buffer.alloc(8 * 1024 ** 2 + 1))));
    expect(over.body).toEqual(refusal('', 'The image is too large.'));
    expect((await send(address, bytes(gzipSync(Buffer.alloc(8 * 1024 ** 2))))).status).toBe(200);
    expect((await client.get(`/images/${id}`)).body.size).toBe(8);
  });

  it('[D-128] refuses more than 5 GiB by its Content-Length, before the body', async () => {
    const { client } = await makeAccount(app);
    const { address } = await makeUpload(app, client);
    const asked = openUpload(address, { 'Content-Length': `${FIVE_GIB + 1}`, Expect: '100-continue' });
    expect(await asked.outcome).toEqual({ status: 413, body: refusal('', 'Request body is too large') });
    asked.drop();
    const unasked = openUpload(address, { 'Content-Length': `${FIVE_GIB + 1}` });
    await unasked.write(makeDisk().gzip);
    expect(await unasked.outcome).toEqual({ status: 413, body: refusal('', 'Request body is too large') });
    unasked.drop();
  });

  it.each([
    ['Content-Type', 'application/json'],
    ['Content-Type', 'application/gzip'],
    ['Content-Encoding', 'gzip'],
  ])('[D-18] %s: %s is 415', async (header, value) => {
    const { client } = await makeAccount(app);
    const { address } = await makeUpload(app, client);
    const answer = await send(address, bytes(makeDisk().gzip), { [header]: value });
    expect(answer.status).toBe(415);
    expect(answer.body).toEqual(refusal(header, 'Unsupported Media Type'));
  });

  it('[D-128] allows one upload at a time: refuses the second and finishes the first', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const { gzip } = makeDisk();
    const first = openUpload(address, { Expect: '100-continue' });
    await first.write(gzip.subarray(0, 1000));
    await uploadStarted(client);
    const second = await send(address, bytes(makeDisk().gzip));
    expect(second.status).toBe(400);
    expect(second.body).toEqual(IN_PROGRESS);
    first.end(gzip.subarray(1000));
    expect(await first.outcome).toEqual({ status: 200, body: {} });
    expect((await downloadImage(app, id)).bytes.equals(gzip)).toBe(true);
  });

  it('[D-129] a lost connection leaves nothing, and the address accepts data again at once', async () => {
    const { client } = await makeAccount(app);
    const { address } = await makeUpload(app, client);
    const before = await app.stored();
    const { gzip } = makeDisk();
    const dropped = openUpload(address);
    await dropped.write(gzip.subarray(0, 1000));
    await uploadStarted(client);
    dropped.drop();
    await dropped.outcome;
    const retried = async () => (await send(address, bytes(gzip))).status;
    let status = await retried();
    while (status === 400) status = await retried();
    expect(status).toBe(200);
    expect(await app.stored()).toHaveLength(before.length + 1);
  });

  it('[D-127] an upload leaves nothing if its image is deleted meanwhile', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const before = await app.stored();
    const { gzip } = makeDisk();
    const upload = openUpload(address);
    await upload.write(gzip.subarray(0, 1000));
    await uploadStarted(client);
    expect((await client.delete(`/images/${id}`)).status).toBe(200);
    upload.end(gzip.subarray(1000));
    expect(await upload.outcome).toEqual({ status: 404, body: NOT_FOUND });
    expect(await app.stored()).toEqual(before);
  });

  it('[D-34] answers 503 with Retry-After if the store fails; other requests still work', async () => {
    const broken = await startImageApp();
    const { client } = await makeAccount(broken);
    const { id, address } = await makeUpload(broken, client);
    await rm(broken.storeFolder, { recursive: true });
    await writeFile(broken.storeFolder, 'in the way');
    const answer = await send(address, bytes(makeDisk().gzip));
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual(refusal('', 'The service is temporarily unavailable.'));
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await client.get(`/images/${id}`)).body.status).toBe('pending_upload');
    await broken.close();
  });
});
