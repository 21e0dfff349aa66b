import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  ListMultipartUploadsCommand,
  S3Client,
  type ListMultipartUploadsCommandOutput,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { NotFound } from '../../../shared/errors/errors.js';
import { BATCH_BYTES } from '../batches.js';
import type { ByteRange, ImageStore, ImageWriter } from './image-store.port.js';
import { storeFailure } from './store-failure.js';

/** The least that S3 takes: two parts are under way, each held in memory, and once more while it is put together. */
const PART_BYTES = 5 * BATCH_BYTES;
const MAX_PARTS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** Images as objects of one bucket of S3-compatible storage, streamed through in parts. */
export class S3Store implements ImageStore {
  private readonly client: S3Client;

  constructor(
    private readonly bucket: string,
    config: S3ClientConfig,
  ) {
    this.client = new S3Client({
      // The newer checksums are trailers of chunked bodies, which most stores other than Amazon's refuse.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
      ...config,
    });
  }

  async create(key: string, expectedBytes = 0): Promise<ImageWriter> {
    const partSize = Math.max(PART_BYTES, Math.ceil(expectedBytes / MAX_PARTS));
    const body = new PassThrough({ highWaterMark: BATCH_BYTES });
    const params = { Bucket: this.bucket, Key: key, Body: body, ContentType: 'application/gzip' };
    const upload = new Upload({ client: this.client, params, partSize, queueSize: 2 });
    return new ObjectWriter(body, upload, () => this.delete(key));
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range }));
      return Body as Readable;
    } catch (error) {
      throw (error as Error).name === 'NoSuchKey' ? new NotFound() : storeFailure(error);
    }
  }

  async delete(key: string): Promise<void> {
    try {
      for await (const { Key, UploadId } of this.unfinished(key)) {
        if (Key !== key) continue;
        await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }));
      }
      await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async *keys(): AsyncGenerator<string> {
    try {
      for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket })) {
        for (const { Key } of page.Contents ?? []) yield Key!;
      }
      for await (const { Key } of this.unfinished('')) yield Key!;
    } catch (error) {
      throw storeFailure(error);
    }
  }

  private async *unfinished(Prefix: string) {
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      page = await this.client.send(
        new ListMultipartUploadsCommand({
          Bucket: this.bucket,
          Prefix,
          KeyMarker: page?.NextKeyMarker,
          UploadIdMarker: page?.NextUploadIdMarker,
        }),
      );
      yield* page.Uploads ?? [];
    } while (page.IsTruncated);
  }
}

class ObjectWriter implements ImageWriter {
  private readonly sent: Promise<unknown>;

  constructor(
    private readonly body: PassThrough,
    private readonly upload: Upload,
    private readonly drop: () => Promise<void>,
  ) {
    body.on('error', () => undefined);
    this.sent = upload.done();
    this.sent.catch((error: Error) => body.destroy(error));
  }

  async write(batch: Buffer): Promise<void> {
    try {
      if (this.body.destroyed) await this.sent;
      if (!this.body.write(batch)) await Promise.race([once(this.body, 'drain'), this.sent]);
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async commit(): Promise<void> {
    try {
      this.body.end();
      await this.sent;
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async abort(): Promise<void> {
    await this.upload.abort();
    this.body.destroy();
    await this.sent.catch(() => undefined);
    await this.drop().catch(() => undefined);
  }
}
