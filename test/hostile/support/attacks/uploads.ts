import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { makeUpload, openUpload, send } from '../../../support/images.js';
import { done, makeAccount } from '../../../support/makers.js';
import type { MakeAttack } from '../attack.js';

const SLOW = 10;
const PIECES = 10;
const PAUSE_MS = 20;

/** 300 KB that inflate to 320 MiB, which is more than the service of the test takes: members of zeros. */
const BOMB = Buffer.concat(Array<Buffer>(5).fill(gzipSync(Buffer.alloc(64 << 20), { level: 9 })));

/** Uploads that inflate to more than an image may have. */
export const gzipBombs: MakeAttack = async (service) => {
  const { client } = await makeAccount(service);
  return {
    lanes: 8,
    async round() {
      const { id, address } = await makeUpload(service, client);
      const { status } = await send(address, new Uint8Array(BOMB));
      if (status !== 400 && status !== 429) throw new Error(`status ${status}`);
      done(await client.delete(`/images/${id}`));
    },
  };
};

/** Uploads that send little by little and never end. */
export const slowUploads: MakeAttack = async (service) => {
  const { client } = await makeAccount(service);
  return {
    lanes: 2,
    async round() {
      const made = await Promise.all(Array.from({ length: SLOW }, () => makeUpload(service, client)));
      const uploads = made.map(({ address }) => openUpload(address));
      for (let piece = 0; piece < PIECES; piece++) {
        await Promise.all(
          uploads.map((upload) => upload.write(BOMB.subarray(piece * 1000, (piece + 1) * 1000))),
        );
        await delay(PAUSE_MS);
      }
      for (const upload of uploads) upload.drop();
      await Promise.all(uploads.map(({ outcome }) => outcome));
      for (const { id } of made) done(await client.delete(`/images/${id}`));
    },
  };
};
