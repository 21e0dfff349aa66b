import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { TidyService } from '../../src/image/jobs/tidy.service.js';
import { IMAGE_STORE, type ImageStore } from '../../src/image/store/image-store.port.js';
import { startApp, type TestApp } from '../support/app.js';
import { refusal } from '../support/client.js';
import { captureAll, downloadImage, makeUpload, openUpload, send } from '../support/images.js';
import { done, makeAccount, makeInstance, next } from '../support/makers.js';
import { Swift } from './swift.js';

jest.setTimeout(120_000);

const disk = Buffer.concat([randomBytes(20 << 20), Buffer.alloc(10 << 20)]);
const data = gzipSync(disk, { level: 1 });
const whole = new Uint8Array(data);

let swift: Swift;
let folder: string;
let one: TestApp;
let other: TestApp;

beforeAll(async () => {
  swift = await Swift.start();
  const { accessKeyId, secretAccessKey } = Swift.credentials;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: swift.endpoint,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: 'us-east-1',
  });
  const client = new S3Client({ forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: 'images' }));
  client.destroy();
  folder = await mkdtemp(join(tmpdir(), 'disks-'));
  const env = { IMAGE_STORE: 's3://images', DISK_DIR: folder };
  one = await startApp(env);
  other = await startApp(env, one);
});

afterAll(async () => {
  await other.close();
  await one.close();
  await swift.stop();
  await rm(folder, { recursive: true });
});

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of one.app.get<ImageStore>(IMAGE_STORE).list('images/')) keys.push(key);
  return keys.sort();
}

describe('images on S3', () => {
  it('[D-128] one replica reads what another stored, whole and in part', async () => {
    const { client } = await makeAccount(one);
    const { id, address } = await makeUpload(one, client);
    expect(await send(address, whole)).toMatchObject({ status: 200, body: {} });
    expect((await client.get(`/images/${id}`)).body).toMatchObject({ status: 'available', size: 30 });
    expect((await downloadImage(other, id)).bytes.equals(data)).toBe(true);
    const part = await downloadImage(other, id, { Range: 'bytes=9000000-9000099' });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(data.subarray(9_000_000, 9_000_100))).toBe(true);
    done(await client.delete(`/images/${id}`));
    expect(await stored()).toEqual([]);
  });

  it('[D-129] broken data leaves neither an object nor parts, and allows another attempt', async () => {
    const { client } = await makeAccount(one);
    const { id, address } = await makeUpload(one, client);
    expect((await send(address, whole.subarray(0, -1))).status).toBe(400);
    expect(await stored()).toEqual([]);
    expect((await send(address, whole)).status).toBe(200);
    done(await client.delete(`/images/${id}`));
  });

  it('[Images rule 2] captures a disk', async () => {
    const account = await makeAccount(one);
    await writeFile(join(folder, 'boot.raw'), disk);
    const of = { id: next(), label: 'boot', size: 1, source: 'boot.raw' };
    await makeInstance(one, account, [], { disks: [of] });
    const { id } = done(await account.client.post('/images', { disk_id: of.id }));
    await captureAll(other);
    expect(gunzipSync((await downloadImage(one, id)).bytes).equals(disk)).toBe(true);
    done(await account.client.delete(`/images/${id}`));
    expect(await stored()).toEqual([]);
  });

  it('removes parts of a dead writer, and none of a running upload', async () => {
    one.clock.forward(25 * 3600);
    const { client } = await makeAccount(one);
    const { id, address } = await makeUpload(one, client);
    const orphan = `images/9007199254740991-${'0'.repeat(32)}`;
    const left = await one.app.get<ImageStore>(IMAGE_STORE).create(orphan);
    for (let batch = 0; batch < 20; batch++) await left.write(randomBytes(1 << 20));
    const upload = openUpload(address);
    await upload.write(data.subarray(0, 19 << 20));
    while ((await stored()).length < 2);
    expect(await other.app.get(TidyService).removeOrphans()).toEqual([orphan]);
    upload.end(data.subarray(19 << 20));
    expect(await upload.outcome).toEqual({ status: 200, body: {} });
    expect((await downloadImage(one, id)).bytes.equals(data)).toBe(true);
    await left.abort();
    done(await client.delete(`/images/${id}`));
  });

  it('[D-34] uploads and downloads answer 503 while the server is away; other requests still work', async () => {
    const { client } = await makeAccount(one);
    const kept = await makeUpload(one, client);
    done(await send(kept.address, whole));
    const pending = await makeUpload(one, client);
    await swift.stop();
    const answer = await send(pending.address, whole);
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual(refusal('', 'The service is temporarily unavailable.'));
    expect((await downloadImage(one, kept.id)).status).toBe(503);
    expect((await client.get(`/images/${pending.id}`)).body.status).toBe('pending_upload');
    expect((await client.get('/images')).status).toBe(200);
    expect((await client.delete(`/images/${kept.id}`)).status).toBe(200);
  });
});
