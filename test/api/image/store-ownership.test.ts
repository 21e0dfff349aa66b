import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreOwnership } from '../../../src/image/store/store-ownership.js';
import { Registry } from 'prom-client';
import { query } from '../../support/sql.js';
import { downloadImage, makeImage, startImageApp, type ImageApp } from '../../support/images.js';
import { makeAccount } from '../../support/makers.js';

const MARKER = 'cloud-account-image-store.json';
const ADOPT = /npm run admin -- image-store adopt/;

let app: ImageApp;
beforeEach(async () => (app = await startImageApp()));
afterEach(() => app.close());

const ownership = () => app.app.get(StoreOwnership);
const marker = async () => JSON.parse(await readFile(join(app.storeFolder, MARKER), 'utf8'));
const unknownKey = (number = 7) => `${number}-${randomBytes(16).toString('hex')}`;
const renewGeneration = () => query(app, 'UPDATE image_store_owner SET generation = gen_random_uuid()');

describe('[D-220] at start the image store', () => {
  it('is adopted when it is empty, and stays adopted', async () => {
    await ownership().checkAtStart();
    const first = await marker();
    expect(first).toEqual({ database_id: expect.any(String), generation: expect.any(String) });
    await ownership().checkAtStart();
    expect(await marker()).toEqual(first);
  });

  it('is adopted without a marker when the database lists one of its images', async () => {
    await makeImage(app, (await makeAccount(app)).client);
    await app.writeStored(unknownKey(), Buffer.from('another'));
    await ownership().checkAtStart();
    expect(await marker()).toHaveProperty('database_id');
  });

  it("is adopted with files that are not the service's", async () => {
    await writeFile(join(app.storeFolder, 'notes.txt'), 'of the operator');
    await ownership().checkAtStart();
    expect(await marker()).toHaveProperty('database_id');
  });

  it.each([
    ['in the folder of images', 'images'],
    ['of an earlier release, in the folder itself', ''],
  ])('is refused without a marker when the database knows none of its images: %s', async (_, folder) => {
    await writeFile(join(app.storeFolder, folder, unknownKey()), 'unknown');
    await expect(ownership().checkAtStart()).rejects.toThrow("holds images that this database doesn't know");
    await expect(ownership().checkAtStart()).rejects.toThrow(ADOPT);
    expect(await readdir(app.storeFolder)).not.toContain(MARKER);
  });

  it.each([
    ['the marker of another database', { database_id: randomUUID(), generation: randomUUID() }],
    ['no readable marker', 'not a marker'],
  ])('is refused with %s', async (_, content) => {
    await writeFile(join(app.storeFolder, MARKER), JSON.stringify(content));
    await expect(ownership().checkAtStart()).rejects.toThrow(
      /belongs to another database.*image-store adopt/,
    );
  });

  it('is refused after a restored backup, which renews the generation, until it is adopted', async () => {
    await ownership().checkAtStart();
    await makeImage(app, (await makeAccount(app)).client);
    await renewGeneration();
    await expect(ownership().checkAtStart()).rejects.toThrow(/another generation.*image-store adopt/);
    expect(await ownership().adopt()).toEqual({ known: 1, unknown: 0 });
    await ownership().checkAtStart();
  });

  it('is refused with the reason when it is no folder', async () => {
    await rm(app.storeFolder, { recursive: true });
    await writeFile(app.storeFolder, 'in the way');
    await expect(ownership().checkAtStart()).rejects.toThrow(/can't be used: ENOTDIR/);
  });
});

describe('[D-220] orphans', () => {
  it('are deleted only if the service made their key, after 24 hours', async () => {
    const [orphan, young] = [unknownKey(), unknownKey()];
    const foreign = ['notes.txt', unknownKey().toUpperCase(), `${unknownKey()}.bak`, `0${unknownKey()}`];
    for (const name of [orphan, ...foreign]) await app.writeStored(name, Buffer.from('left'));
    const former = unknownKey();
    await writeFile(join(app.storeFolder, former), 'of an earlier release');
    await mkdir(join(app.storeFolder, 'images', 'folder'));
    await ownership().adopt();
    await app.ageStored();
    await app.writeStored(young, Buffer.from('left'));
    expect(await app.tidy.removeOrphans()).toEqual([`images/${orphan}`]);
    expect(await app.stored()).toEqual([...foreign, 'folder', young].sort());
    expect(await readdir(app.storeFolder)).toContain(former);
  });

  it('are all kept when there are more than 20 and more than a tenth of the store', async () => {
    await ownership().checkAtStart();
    for (let number = 1; number <= 21; number++) await app.writeStored(unknownKey(number), Buffer.from('x'));
    await app.ageStored();
    expect(await app.tidy.removeOrphans()).toEqual([]);
    expect(await app.stored()).toHaveLength(21);
    expect(await keptOrphans()).toBe(21);
    await rm(join(app.storeFolder, 'images', (await app.stored())[0]!));
    expect(await app.tidy.removeOrphans()).toHaveLength(20);
    expect(await keptOrphans()).toBe(0);
  });

  it("are never deleted in a store that is not this database's, whose images stay", async () => {
    const id = await makeImage(app, (await makeAccount(app)).client);
    await ownership().checkAtStart();
    await app.writeStored(unknownKey(), Buffer.from('left'));
    await app.ageStored();
    await renewGeneration();
    await expect(app.tidy.removeOrphans()).rejects.toThrow(/another generation/);
    expect(await app.stored()).toHaveLength(2);
    expect((await downloadImage(app, id)).status).toBe(200);
  });

  async function keptOrphans(): Promise<number> {
    const metric = app.app.get(Registry).getSingleMetric('cloud_account_image_orphans_kept')!;
    return (await metric.get()).values[0]!.value;
  }
});
