import { CreateBucketCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { S3Store } from '../../src/image/store/s3-store.js';
import { Unavailable } from '../../src/shared/errors/errors.js';
import { describeImageStore } from '../image/image-store.contract.js';
import { Swift } from './swift.js';

jest.setTimeout(120_000);

describe('the S3 store on OpenStack Swift', () => {
  let swift: Swift;
  let config: S3ClientConfig;
  beforeAll(async () => {
    swift = await Swift.start();
    config = {
      endpoint: swift.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: Swift.credentials,
    };
  });
  afterAll(() => swift.stop());

  describeImageStore(async () => {
    const bucket = `images-${randomBytes(6).toString('hex')}`;
    const client = new S3Client(config);
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
    return new S3Store(bucket, config);
  });

  it('reports a missing bucket as unavailable', async () => {
    const writer = await new S3Store('no-such-bucket', config).create('7-a');
    await writer.write(Buffer.from('a'));
    await expect(writer.commit()).rejects.toBeInstanceOf(Unavailable);
  });

  it('reports wrong credentials as unavailable', async () => {
    const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'wrong' };
    await expect(new S3Store('images', { ...config, credentials }).read('7-a')).rejects.toBeInstanceOf(
      Unavailable,
    );
  });

  it('reports a server that is away as unavailable', async () => {
    const away = new S3Store('images', { ...config, endpoint: 'http://127.0.0.1:9' });
    const writer = await away.create('7-a');
    const writing = async () => {
      for (let batch = 0; batch < 40; batch++) await writer.write(randomBytes(1 << 20));
    };
    await expect(writing()).rejects.toBeInstanceOf(Unavailable);
    await writer.abort();
    await expect(away.read('7-a')).rejects.toBeInstanceOf(Unavailable);
  });
});
