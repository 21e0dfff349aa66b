import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
  type ListMultipartUploadsCommandOutput,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { NotFound } from '../../shared/errors/errors.js';
import { BATCH_BYTES } from './batches.js';
import type { ByteRange, ImageStore, ImageWriter, StoredObject } from './image-store.port.js';
import { storeFailure } from './store-failure.js';

/** The smallest part that S3 accepts. Each writer holds two parts in memory. */
const PART_BYTES = 5 * BATCH_BYTES;
/** Below S3's limit of 10,000, because incompressible data grows slightly. */
const MAX_PARTS = 9_900;
const ContentType = 'application/gzip';
const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** Images as objects of one bucket of S3-compatible storage, uploaded in parts. */
export class S3Store implements ImageStore {
  private readonly client: S3Client;

  constructor(
    private readonly bucket: string,
    config: S3ClientConfig,
  ) {
    this.client = new S3Client({
      // The newer checksums are trailers of chunked bodies, which most other stores refuse.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
      ...config,
    });
  }

  async create(key: string, expectedBytes = 0): Promise<ImageWriter> {
    const partBytes = Math.max(PART_BYTES, Math.ceil(expectedBytes / MAX_PARTS));
    const object = { Bucket: this.bucket, Key: key };
    return new ObjectWriter(this.client, object, partBytes, () => this.delete(key));
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

  async *list(folder: string): AsyncGenerator<StoredObject> {
    const objects = { Bucket: this.bucket, Prefix: folder, Delimiter: '/' };
    try {
      for await (const page of paginateListObjectsV2({ client: this.client }, objects)) {
        for (const { Key, LastModified } of page.Contents ?? []) yield { key: Key!, modified: LastModified! };
      }
      for await (const { Key, Initiated } of this.unfinished(folder)) {
        if (!Key!.slice(folder.length).includes('/')) yield { key: Key!, modified: Initiated! };
      }
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async readText(key: string): Promise<string | undefined> {
    try {
      return await text(await this.read(key));
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw storeFailure(error);
    }
  }

  async writeText(key: string, Body: string): Promise<void> {
    try {
      await this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: key, Body }));
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

/** Sends parts from two buffers: fills one while it sends the other. */
class ObjectWriter implements ImageWriter {
  private readonly parts: CompletedPart[] = [];
  private filling: Buffer;
  private filledBytes = 0;
  private spare: Buffer | undefined;
  private sending: Promise<void> = Promise.resolve();
  private uploadId: string | undefined;

  constructor(
    private readonly client: S3Client,
    private readonly object: { readonly Bucket: string; readonly Key: string },
    partBytes: number,
    private readonly drop: () => Promise<void>,
  ) {
    this.filling = Buffer.allocUnsafe(partBytes);
  }

  async write(batch: Buffer): Promise<void> {
    try {
      for (let at = 0; at < batch.length;) {
        const copied = batch.copy(this.filling, this.filledBytes, at);
        at += copied;
        this.filledBytes += copied;
        if (this.filledBytes === this.filling.length) await this.send();
      }
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async commit(): Promise<void> {
    try {
      await this.sending;
      if (this.uploadId === undefined) await this.putInOnePart();
      else await this.complete();
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async abort(): Promise<void> {
    await this.sending.catch(() => undefined);
    await this.drop().catch(() => undefined);
  }

  /** Resolves when the other buffer is free, before this part has arrived. */
  private async send(): Promise<void> {
    await this.sending;
    const body = this.filling;
    this.sending = this.sendPart(body.subarray(0, this.filledBytes));
    // The next `await` throws the failure.
    this.sending.catch(() => undefined);
    this.filling = this.spare ?? Buffer.allocUnsafe(body.length);
    this.spare = body;
    this.filledBytes = 0;
  }

  private async sendPart(Body: Buffer): Promise<void> {
    const { client, object } = this;
    this.uploadId ??= (
      await client.send(new CreateMultipartUploadCommand({ ...object, ContentType }))
    ).UploadId;
    const part = { ...object, UploadId: this.uploadId, PartNumber: this.parts.length + 1 };
    const { ETag } = await client.send(new UploadPartCommand({ ...part, Body }));
    this.parts.push({ ETag, PartNumber: part.PartNumber });
  }

  private async putInOnePart(): Promise<void> {
    const Body = this.filling.subarray(0, this.filledBytes);
    await this.client.send(new PutObjectCommand({ ...this.object, Body, ContentType }));
  }

  private async complete(): Promise<void> {
    if (this.filledBytes > 0) await this.send();
    await this.sending;
    const MultipartUpload = { Parts: this.parts };
    const upload = { ...this.object, UploadId: this.uploadId, MultipartUpload };
    await this.client.send(new CompleteMultipartUploadCommand(upload));
  }
}
