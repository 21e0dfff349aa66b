import { gzipSync } from 'node:zlib';
import { makeUpload, openUpload, type OpenUpload } from '../support/images.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import { startServiceProcess, type ServiceProcess } from '../hostile/support/service-process.js';

const BOMBS = 8;
const SLOW = 150;
const SAMPLES = 200;
/** The most that another tenant may notice: the median of its requests, during and before. */
const MAX_RATIO = 5;
const MAX_MEMORY = 150 * 1024 ** 2;

/** 4 MiB that inflate to 4 GiB: many members of zeros. */
const BOMB = Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(64 << 20), { level: 9 })));

let service: ServiceProcess;
beforeAll(async () => (service = await startServiceProcess({ IMAGE_MAX_SIZE_MB: '8192' })));
afterAll(() => service.stop());

/** The median of another tenant's GET /profile, in milliseconds. */
async function medianMs({ client }: TestAccount): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const start = performance.now();
    expect((await client.get('/profile')).status).toBe(200);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[SAMPLES >> 1]!;
}

it(`[D-211] ${BOMBS} gzip bombs of one account delay another tenant at most ${MAX_RATIO} times`, async () => {
  const [attacker, other] = [await makeAccount(service), await makeAccount(service)];
  await medianMs(other);
  const before = await medianMs(other);
  const bombs: OpenUpload[] = [];
  let ended = 0;
  for (let bomb = 0; bomb < BOMBS; bomb++) {
    const upload = openUpload((await makeUpload(service, attacker.client)).address);
    void upload.outcome.then(() => ended++);
    upload.end(BOMB);
    bombs.push(upload);
  }
  const during = await medianMs(other);
  expect(ended).toBeLessThan(BOMBS);
  console.log(`p50 ${before.toFixed(2)} ms before, ${during.toFixed(2)} ms during`);
  expect(during / before).toBeLessThan(MAX_RATIO);
  for (const bomb of bombs) bomb.drop();
});

it(`[D-211] ${SLOW} slow uploads hold less than 150 MiB`, async () => {
  const accounts = [];
  for (let account = 0; account < SLOW / 10; account++) accounts.push(await makeAccount(service));
  const before = (await service.memory()).heap;
  const uploads: OpenUpload[] = [];
  for (let upload = 0; upload < SLOW; upload++) {
    const { address } = await makeUpload(service, accounts[upload % accounts.length]!.client);
    uploads.push(openUpload(address));
  }
  const head = BOMB.subarray(0, 1_500_000);
  for (const upload of uploads) void upload.write(head);
  const refused = uploads.map(({ outcome }) => outcome).slice(0);
  let count = 0;
  for (const outcome of refused)
    void outcome.then((result) => 'status' in result && result.status === 429 && count++);
  while (count < SLOW - 32) await accounts[0]!.client.get('/profile');
  const held = (await service.memory()).heap - before;
  console.log(`${SLOW} slow uploads: ${count} refused, ${(held / 1024 ** 2).toFixed(0)} MiB held`);
  expect(held).toBeLessThan(MAX_MEMORY);
  for (const upload of uploads) upload.drop();
});
