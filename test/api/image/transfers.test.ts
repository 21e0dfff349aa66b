import { gzipSync } from 'node:zlib';
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
import { done, makeAccount, makeInstance, next, type TestAccount } from '../../support/makers.js';

let app: ImageApp;
beforeAll(
  async () =>
    (app = await startImageApp({ IMAGE_MAX_SIZE_MB: '8', MAX_UPLOADS: '1/2', MAX_CAPTURES: '1/1' })),
);
afterAll(() => app.close());

const EXPECT = { Expect: '100-continue' };

/** Asks for captures of a new disk. @returns the numbers of the images. */
async function captures(account: TestAccount, count: number, raw = makeDisk().raw): Promise<number[]> {
  const source = `disk-${next()}.raw`;
  await app.writeDisk(source, raw);
  const disk = { id: next(), label: 'boot', size: 25600, source };
  await makeInstance(app, account, [], { disks: [disk] });
  const images = [];
  for (let image = 0; image < count; image++)
    images.push(done(await account.client.post('/images', { disk_id: disk.id })));
  return images.map(({ id }) => Number(id.split('/')[1]));
}

/** Begins an upload, and waits until the service takes its data. */
async function begin(account: TestAccount) {
  const { address } = await makeUpload(app, account.client);
  const upload = openUpload(address);
  await upload.write(makeDisk().gzip.subarray(0, 1000));
  await uploadStarted(account.client);
  return upload;
}

describe('captures', () => {
  it('[D-211] of accounts take turns: one with many delays another by one', async () => {
    const [many, one] = [await makeAccount(app), await makeAccount(app)];
    await captures(many, 4);
    const [image] = await captures(one, 1);
    await app.capture();
    const ended = await app.finishedCaptures();
    expect(ended.indexOf(image!)).toBeLessThan(2);
    expect(ended).toHaveLength(5);
  });

  it('[D-268] [D-124] that fail say why in their event', async () => {
    const account = await makeAccount(app);
    await captures(account, 1, Buffer.alloc(8 * 1024 ** 2 + 1));
    await app.capture();
    const failed = { status: 'failed', percent_complete: 100 };
    const [tooLarge] = await eventsOf(account.client, 'disk_imagize');
    expect(tooLarge).toMatchObject({ ...failed, message: 'The disk is larger than 8 MB.' });
    const disk = { id: next(), label: 'boot', size: 1, source: 'missing.raw' };
    await makeInstance(app, account, [], { disks: [disk] });
    done(await account.client.post('/images', { disk_id: disk.id }));
    await app.capture();
    const [missing] = await eventsOf(account.client, 'disk_imagize');
    expect(missing).toMatchObject({ ...failed, message: 'The disk could not be read.' });
  });
});

describe('uploads', () => {
  it('[D-132] show in their event how far they are', async () => {
    const { client } = await makeAccount(app);
    const { address } = await makeUpload(app, client);
    const { gzip } = makeDisk(2_000_000);
    const upload = openUpload(address, { 'Content-Length': String(gzip.length) });
    let sent = gzip.length >> 1;
    await upload.write(gzip.subarray(0, sent));
    await uploadStarted(client);
    const percent = async () => (await eventsOf(client, 'image_upload'))[0].percent_complete;
    while ((await percent()) < 40) {
      app.clock.forward(5);
      await upload.write(gzip.subarray(sent, ++sent));
    }
    expect(await percent()).toBeLessThan(60);
    upload.end(gzip.subarray(sent));
    expect(await upload.outcome).toMatchObject({ status: 200 });
    expect(await percent()).toBe(100);
  });

  it('[D-211] over the bound of an account wait, and are refused with 429; other accounts go on', async () => {
    const [account, other] = [await makeAccount(app), await makeAccount(app)];
    const first = await begin(account);
    const { address } = await makeUpload(app, account.client);
    const refused = await send(address, new Uint8Array(makeDisk().gzip));
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual(refusal('', 'Too many requests'));
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const { address: theirs } = await makeUpload(app, other.client);
    expect((await send(theirs, new Uint8Array(makeDisk().gzip))).status).toBe(200);
    first.drop();
    await first.outcome;
    const again = openUpload(address, EXPECT);
    again.end(makeDisk().gzip);
    expect(await again.outcome).toMatchObject({ status: 200 });
  });

  it('[D-262] of a gzip of no bytes make an available image of size 0', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    expect((await send(address, new Uint8Array(gzipSync('')))).status).toBe(200);
    expect((await client.get(`/images/${id}`)).body).toMatchObject({ status: 'available', size: 0 });
  });

  it('[RFC 9110, 14.5] of a part of the data are refused, and the address still works', async () => {
    const { client } = await makeAccount(app);
    const { address } = await makeUpload(app, client);
    const data = new Uint8Array(makeDisk().gzip);
    const part = await send(address, data, { 'Content-Range': `bytes 0-${data.length - 1}/${data.length}` });
    expect(part.status).toBe(400);
    expect(part.body).toEqual(refusal('Content-Range', 'Content-Range is not valid'));
    expect((await send(address, data)).status).toBe(200);
  });

  it.each([0, -1, 9007199254740992])('[D-10] a capture of disk_id %p is 400', async (diskId) => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/images', { disk_id: diskId });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('disk_id', 'disk_id is not valid'));
  });
});
