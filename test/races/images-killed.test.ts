import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  downloadImage,
  makeUpload,
  openUpload,
  send,
  startImageApp,
  type ImageApp,
} from '../support/images.js';
import { freePort } from '../support/free-port.js';
import { done, makeAccount, makeInstance, next } from '../support/makers.js';
import { PROGRAMS } from '../support/processes.js';

const ROUNDS = 4;
const PIECE_BYTES = 64 * 1024;
const LIMIT_MS = 180_000;

const raw = randomBytes(8 << 20);
const gzip = gzipSync(raw, { level: 1 });

/** The replica that survives; the others are killed. */
let app: ImageApp;
const children: ChildProcess[] = [];
beforeAll(async () => (app = await startImageApp()));
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await app.close();
});

describe('a replica killed with SIGKILL', () => {
  it(
    '[D-129] during an upload leaves no image with wrong bytes, and no bytes without an image',
    async () => {
      const { client } = await makeAccount(app);
      for (let round = 0; round < ROUNDS; round++) {
        const victim = await startVictim();
        const { id, address } = await makeUpload(app, client);
        const upload = openUpload(victim.url + new URL(address).pathname);
        // In the last round all data was sent before the kill, so the upload may have finished.
        const offset = round === ROUNDS - 1 ? gzip.length : randomInt(gzip.length);
        for (let at = 0; at < offset; at += PIECE_BYTES) {
          await upload.write(gzip.subarray(at, Math.min(at + PIECE_BYTES, offset)));
        }
        if (offset === gzip.length) upload.end();
        await victim.kill();
        await upload.outcome;
        app.clock.catchUp();
        app.clock.forward(40);
        await app.ageStored();
        await app.tidy.removeOrphans();
        const { status } = (await client.get(`/images/${id}`)).body;
        if (status === 'pending_upload') {
          expect(await keysOf(id)).toEqual([]);
          done(await send(address, new Uint8Array(gzip)));
        }
        expect((await downloadImage(app, id)).bytes.equals(gzip)).toBe(true);
        expect(await keysOf(id)).toHaveLength(1);
      }
    },
    LIMIT_MS,
  );

  it(
    '[D-182] during a capture: another takes over within 60 s',
    async () => {
      const account = await makeAccount(app);
      const disk = { id: next(), label: 'boot', size: 64, source: 'boot.raw' };
      const bytes = Buffer.concat(Array(8).fill(raw));
      await app.writeDisk(disk.source, bytes);
      await makeInstance(app, account, [], { disks: [disk] });
      const { id } = done(await account.client.post('/images', { disk_id: disk.id }));
      const victim = await startVictim();
      while ((await keysOf(id)).length === 0);
      await victim.kill();
      const unfinished = await keysOf(id);
      expect(unfinished).toEqual([expect.stringMatching(/\.part$/)]);
      app.clock.catchUp();
      app.clock.forward(60);
      await app.capture();
      expect(gunzipSync((await downloadImage(app, id)).bytes).equals(bytes)).toBe(true);
      await app.ageStored();
      await app.tidy.removeOrphans();
      expect(await keysOf(id)).toHaveLength(1);
    },
    LIMIT_MS,
  );
});

/** The files of an image in the store, finished or not. */
async function keysOf(id: string): Promise<string[]> {
  return (await app.stored()).filter((key) => key.startsWith(`${id.split('/')[1]}-`));
}

/** Another process of the service, on the same database, store and disks. */
async function startVictim(): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [PROGRAMS.service], {
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATABASE_URL: app.databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      IMAGE_STORE: `file:${app.storeFolder}`,
      DISK_DIR: app.diskFolder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const gone = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const port = /listens on http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    const kill = async () => {
      child.kill('SIGKILL');
      await gone;
    };
    return { url: `http://127.0.0.1:${port}`, kill };
  }
  throw new Error('the service did not start');
}
