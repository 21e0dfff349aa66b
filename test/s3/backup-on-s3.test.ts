import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { jest } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { StoreOwnership } from '../../src/image/store/store-ownership.js';
import { startApp, type TestApp } from '../support/app.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { downloadImage, makeUpload, send } from '../support/images.js';
import { done, makeAccount } from '../support/makers.js';
import { runProgram } from '../support/processes.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { Swift } from './swift.js';

// Each command is a process.
jest.setTimeout(300_000);

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const BYTES = gzipSync('the bytes of a disk');

describe('npm run admin -- backup, restore and verify with images on S3', () => {
  let swift: Swift;
  let folder: string;
  let app: TestApp;
  let imageId: string;
  let s3: Record<string, string>;
  const databases: TestDatabase[] = [];

  beforeAll(async () => {
    swift = await Swift.start();
    const { accessKeyId, secretAccessKey } = Swift.credentials;
    s3 = {
      AWS_ENDPOINT_URL: swift.endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: 'us-east-1',
    };
    Object.assign(process.env, s3);
    const client = new S3Client({ forcePathStyle: true });
    for (const Bucket of ['images', 'elsewhere']) await client.send(new CreateBucketCommand({ Bucket }));
    client.destroy();
    folder = makeTemporaryFolder();
    app = await startApp({ IMAGE_STORE: 's3://images' });
    // As a start does.
    await app.app.get(StoreOwnership).checkAtStart();
    const account = await makeAccount(app);
    const upload = await makeUpload(app, account.client);
    done(await send(upload.address, BYTES));
    imageId = upload.id;
  });
  afterAll(async () => {
    await app.close();
    for (const database of databases) await database.drop();
    await swift.stop();
    rmSync(folder, { recursive: true });
  });

  async function admin(databaseUrl: string, bucket: string, ...command: string[]): Promise<string> {
    const env = { ...s3, DATABASE_URL: databaseUrl, ENCRYPTION_KEY, IMAGE_STORE: `s3://${bucket}` };
    const { code, stdout, stderr } = await runProgram('admin', [...command, '--json'], env);
    if (code !== 0) throw new Error(stderr);
    return stdout;
  }

  async function newDatabase(): Promise<TestDatabase> {
    const database = await createEmptyDatabase();
    databases.push(database);
    return database;
  }

  async function startOn({ url }: TestDatabase, bucket: string): Promise<TestApp> {
    return startApp({ IMAGE_STORE: `s3://${bucket}` }, { databaseUrl: url, clock: app.clock });
  }

  it('bring the rows and the bytes into another bucket', async () => {
    const backup = join(folder, 'whole');
    const database = await newDatabase();
    await admin(app.databaseUrl, 'images', 'backup', '--folder', backup);
    await admin(database.url, 'elsewhere', 'restore', '--folder', backup);
    await admin(database.url, 'elsewhere', 'verify');
    const restored = await startOn(database, 'elsewhere');
    expect((await downloadImage(restored, imageId)).bytes.equals(BYTES)).toBe(true);
    await restored.close();
  });

  it('[D-220] bring the rows back beside the bucket as it is, which the new database has to adopt', async () => {
    const backup = join(folder, 'rows');
    const database = await newDatabase();
    await admin(app.databaseUrl, 'images', 'backup', '--folder', backup, '--without-images');
    await admin(database.url, 'images', 'restore', '--folder', backup);
    const env = { ...s3, DATABASE_URL: database.url, ENCRYPTION_KEY, IMAGE_STORE: 's3://images' };
    const { code, stderr } = await runProgram('service', [], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('admin -- image-store adopt')]);
    const adopted = await admin(database.url, 'images', 'image-store', 'adopt');
    expect(JSON.parse(adopted)).toEqual({ known: 1, unknown: 0 });
    await admin(database.url, 'images', 'verify');
    const restored = await startOn(database, 'images');
    expect((await downloadImage(restored, imageId)).bytes.equals(BYTES)).toBe(true);
    await restored.close();
  });
});
