import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { CapturesService } from '../../src/image/jobs/captures.service.js';
import { TidyService } from '../../src/image/jobs/tidy.service.js';
import { PLATFORM_TOKEN, startApp, type TestApp } from './app.js';
import { platform, type Answer, type Client } from './client.js';
import { done, next } from './makers.js';
import { faultsByDocument } from './openapi-check.js';
import { query } from './sql.js';

/** The service with an image store and a folder of disks of its own. */
export interface ImageApp extends TestApp {
  /** Runs the job that makes captures, until there are none. */
  capture(): Promise<number[]>;
  /** The numbers of all captured images, in the order in which their captures ended. */
  finishedCaptures(): Promise<number[]>;
  readonly tidy: TidyService;
  /** The names of the image files in the store. */
  stored(): Promise<string[]>;
  /** Sets the last change of all image files in the store to 25 hours ago. */
  ageStored(): Promise<void>;
  readonly storeFolder: string;
  readonly diskFolder: string;
  writeDisk(path: string, bytes: Buffer): Promise<void>;
  writeStored(name: string, bytes: Buffer): Promise<void>;
}

/** PostgreSQL numbers transactions in the order in which they write. */
const FINISHED_CAPTURES = `SELECT id FROM images WHERE status = 'available' AND store_key IS NOT NULL
  ORDER BY xmin::text::bigint`;

export async function startImageApp(env: Record<string, string> = {}): Promise<ImageApp> {
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  const [storeFolder, disks] = [join(folder, 'store'), join(folder, 'disks')];
  const images = join(storeFolder, 'images');
  await mkdir(images, { recursive: true });
  await mkdir(disks);
  const app = await startApp({ IMAGE_STORE: `file:${storeFolder}`, DISK_DIR: disks, ...env });
  const closeService = app.close.bind(app);
  return Object.assign(app, {
    storeFolder,
    diskFolder: disks,
    capture: () => captureAll(app),
    finishedCaptures: async () => (await query(app, FINISHED_CAPTURES)).map(({ id }) => id as number),
    tidy: app.app.get(TidyService),
    stored: async () => (await readdir(images)).sort(),
    ageStored: async () => {
      const longAgo = app.clock.milliseconds() / 1000 - 25 * 3600;
      for (const name of await readdir(images)) await utimes(join(images, name), longAgo, longAgo);
    },
    writeDisk: (path: string, bytes: Buffer) => writeFile(join(disks, path), bytes),
    writeStored: (name: string, bytes: Buffer) => writeFile(join(images, name), bytes),
    close: async () => {
      await closeService();
      await rm(folder, { recursive: true });
    },
  });
}

/** Makes all waiting captures, as the job does. @returns the numbers of their images. */
export async function captureAll({ app }: Pick<TestApp, 'app'>): Promise<number[]> {
  return (await Promise.all(await app.get(CapturesService).start())).flat();
}

interface TestUpload {
  readonly id: string;
  /** Where the data goes, at the address of the tests. */
  readonly address: string;
}

export async function makeUpload(
  app: Pick<TestApp, 'url'>,
  client: Client,
  extra: object = {},
): Promise<TestUpload> {
  const { image, upload_to: to } = done(
    await client.post('/images/upload', { label: 'golden', region: 'us-east', ...extra }),
  );
  return { id: image.id, address: app.url + new URL(to).pathname };
}

/** PUTs the data to an upload address. */
export async function send(
  address: string,
  data: string | Uint8Array | ReadableStream,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type = { 'Content-Type': 'application/octet-stream' };
  const response = await fetch(address, {
    method: 'PUT',
    body: data,
    headers: { ...type, ...headers },
    duplex: 'half',
  } as RequestInit);
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), headers: response.headers };
}

/** A disk of this many bytes, half of them random, raw and compressed. */
export function makeDisk(bytes = 200_000): { raw: Buffer; gzip: Buffer } {
  const raw = Buffer.concat([randomBytes(bytes >> 1), Buffer.alloc(bytes - (bytes >> 1))]);
  return { raw, gzip: gzipSync(raw, { level: 1 }) };
}

/** An available private image with data. */
export async function makeImage(app: TestApp, client: Client, extra: object = {}): Promise<string> {
  const { id, address } = await makeUpload(app, client, extra);
  done(await send(address, new Uint8Array(makeDisk().gzip)));
  return id;
}

/** A public image; its id. */
export async function makePublicImage(app: TestApp, extra: object = {}): Promise<string> {
  const body = { label: 'Debian 12', size: 2500, ...extra };
  return done(await platform(app).put(`/images/debian-${next()}`, body)).id;
}

/** The bytes of an image, as compute gets them. */
export async function downloadImage(
  app: Pick<TestApp, 'url'>,
  id: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${app.url}/platform/v1/images/${id}/data`, {
    headers: { Authorization: `Bearer ${PLATFORM_TOKEN}`, ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, headers: shown } = response;
  const answer: unknown = status < 300 ? bytes.toString('latin1') : JSON.parse(bytes.toString());
  const path = `/platform/v1/images/${encodeURIComponent(id)}/data`;
  expect(faultsByDocument({ method: 'GET', path, status, answer, headers: shown })).toEqual([]);
  return { status, headers: shown, bytes };
}

/** The account's events of this action, newest first. */
export async function eventsOf(client: Client, action: string) {
  return done(await client.filter('/account/events', { action })).data;
}

/** An upload that goes on for as long as the test wants. */
export interface OpenUpload {
  write(data: Buffer): Promise<void>;
  end(data?: Buffer): void;
  /** As a client does whose connection breaks. */
  drop(): void;
  /** The status, or what became of the connection. */
  readonly outcome: Promise<{ status: number; body: unknown } | { broken: true }>;
}

export function openUpload(address: string, headers: Record<string, string> = {}): OpenUpload {
  const outgoing = request(address, { method: 'PUT', headers });
  const outcome = new Promise<{ status: number; body: unknown } | { broken: true }>((resolve) => {
    outgoing.on('error', () => resolve({ broken: true }));
    outgoing.on('response', (response) => {
      json(response).then(
        (body) => resolve({ status: response.statusCode!, body }),
        () => resolve({ broken: true }),
      );
    });
  });
  outgoing.flushHeaders();
  return {
    write: (data) => new Promise((resolve) => outgoing.write(data, () => resolve())),
    end: (data) => void outgoing.end(data),
    drop: () => void outgoing.destroy(),
    outcome,
  };
}

/** Resolves when the account's newest upload has begun. */
export async function uploadStarted(client: Client): Promise<void> {
  while ((await eventsOf(client, 'image_upload'))[0].status !== 'started');
}
