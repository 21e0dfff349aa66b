import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { done, makeAccount, makeVpc } from '../../support/makers.js';

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'regions-'));
beforeAll(async () => {
  const region = { label: 'X', country: 'us', status: 'ok', resolvers: { ipv4: '', ipv6: '' } };
  const file = join(folder, 'regions.json');
  const regions = [
    { ...region, id: 'with', capabilities: ['VPCs'] },
    { ...region, id: 'without', capabilities: ['Images'] },
  ];
  writeFileSync(file, JSON.stringify(regions));
  app = await startApp({ MAX_VPCS_PER_ACCOUNT: '2', MAX_SUBNETS_PER_VPC: '3', REGIONS_FILE: file });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const VPCS = refusal('', 'You have reached the maximum of 2 VPCs.');
const SUBNETS = 'You have reached the maximum of 3 subnets for this VPC.';
const region = 'with';
const subnet = (n: number) => ({ label: `s${n}`, ipv4: `10.0.${n}.0/24` });

describe('caps', () => {
  it('[D-62] an account has at most MAX_VPCS_PER_ACCOUNT VPCs, and can create one after deleting one', async () => {
    const { client } = await makeAccount(app);
    const first = await makeVpc(client, { region });
    await makeVpc(client, { region });
    const events = (await client.get('/account/events')).body.results;
    const third = await client.post('/vpcs', { label: 'v', region });
    expect(third).toMatchObject({ status: 400, body: VPCS });
    expect((await client.get('/vpcs')).body.results).toBe(2);
    expect((await client.get('/account/events')).body.results).toBe(events);
    done(await client.delete(`/vpcs/${first.id}`));
    await makeVpc(client, { region });
    expect((await client.post('/vpcs', { label: 'v', region })).status).toBe(400);
  });

  it('[D-62] a refused VPC does not count', async () => {
    const { client } = await makeAccount(app);
    const subnets = [subnet(1), subnet(1)];
    for (let i = 0; i < 3; i++) await client.post('/vpcs', { label: 'v', region, subnets });
    await makeVpc(client, { region });
    await makeVpc(client, { region });
  });

  it('[D-62] each account has its own cap', async () => {
    const [one, two] = [await makeAccount(app), await makeAccount(app)];
    for (const { client } of [one, two, one, two]) await makeVpc(client, { region });
  });

  it('[D-62] a VPC has at most MAX_SUBNETS_PER_VPC subnets, and can get one after deleting one', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { region, subnets: 2 });
    const path = `/vpcs/${vpc.id}/subnets`;
    done(await client.post(path, subnet(7)));
    const fourth = await client.post(path, subnet(8));
    expect(fourth).toMatchObject({ status: 400, body: refusal('', SUBNETS) });
    done(await client.delete(`${path}/${vpc.subnets[0].id}`));
    done(await client.post(path, subnet(8)));
  });

  it('[D-62] a VPC is created with at most MAX_SUBNETS_PER_VPC subnets, the field is `subnets`', async () => {
    const { client } = await makeAccount(app);
    const subnets = [1, 2, 3].map(subnet);
    expect(done(await client.post('/vpcs', { label: 'v', region, subnets })).subnets).toHaveLength(3);
    const body = { label: 'v', region, subnets: [...subnets, { label: '' }] };
    const refused = await client.post('/vpcs', body);
    expect(refused).toMatchObject({ status: 400, body: refusal('subnets', SUBNETS) });
    expect((await client.get('/vpcs')).body.results).toBe(1);
  });

  it('[D-52] a region must support VPCs', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/vpcs', { label: 'v', region: 'without' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('region', 'This region does not support VPCs at this time'));
  });
});
