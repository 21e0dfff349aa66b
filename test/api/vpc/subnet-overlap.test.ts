import { startApp, type TestApp } from '../../support/app.js';
import { refusal, refusals } from '../../support/client.js';
import { done, makeAccount, makeVpc } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const OVERLAPS = 'Range must not overlap with other subnets of the same VPC';

describe('overlap of subnets', () => {
  it.each([
    ['the same range', '10.0.1.0/24'],
    ['inside', '10.0.1.128/25'],
    ['around', '10.0.0.0/16'],
    ['around both', '10.0.0.0/8'],
  ])('[D-55] a sibling may not have %s', async (_, ipv4) => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 2 });
    const answer = await client.post(`/vpcs/${vpc.id}/subnets`, { label: 'more', ipv4 });
    expect(answer).toMatchObject({ status: 400, body: refusal('ipv4', OVERLAPS) });
    expect((await client.get(`/vpcs/${vpc.id}`)).body).toEqual(vpc);
  });

  it('[D-55] accepts an adjacent range, and the range of a deleted subnet', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    const path = `/vpcs/${vpc.id}/subnets`;
    done(await client.post(path, { label: 'next', ipv4: '10.0.2.0/24' }));
    done(await client.post(path, { label: 'before', ipv4: '10.0.0.0/24' }));
    done(await client.delete(`${path}/${vpc.subnets[0].id}`));
    done(await client.post(path, { label: 'again', ipv4: '10.0.1.0/24' }));
  });

  it('[D-55] VPCs of one account may share ranges', async () => {
    const { client } = await makeAccount(app);
    await makeVpc(client, { subnets: 1 });
    expect((await makeVpc(client, { subnets: 1 })).subnets).toHaveLength(1);
  });

  it.each([
    ['two equal ranges', ['10.0.0.0/24', '10.0.0.0/24'], [1]],
    ['the later is smaller', ['10.0.0.0/8', '10.1.0.0/16', '192.168.0.0/24'], [1]],
    ['the later is larger', ['10.1.0.0/16', '192.168.0.0/24', '10.0.0.0/8'], [2]],
    ['each later one', ['10.0.0.0/24', '172.16.0.0/24', '10.0.0.0/25', '172.16.0.0/16'], [2, 3]],
    ['also with one that has a fault itself', ['10.0.0.0/24', '10.0.0.0/16', '10.0.9.0/24'], [1, 2]],
  ])('[D-55] in one request, the fault is at the later index: %s', async (_, ranges, late) => {
    const { client } = await makeAccount(app);
    const subnets = ranges.map((ipv4) => ({ label: 's', ipv4 }));
    const answer = await client.post('/vpcs', { label: 'v', region: 'us-east', subnets });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(...late.map((index) => [`subnets[${index}].ipv4`, OVERLAPS] as const)),
    );
  });

  it('[D-27] is reported only when all fields are valid', async () => {
    const { client } = await makeAccount(app);
    const subnets = [
      { label: 'a', ipv4: '10.0.0.0/24' },
      { label: '', ipv4: '10.0.0.0/24' },
    ];
    const answer = await client.post('/vpcs', { label: 'v', region: 'us-east', subnets });
    expect(answer.body).toEqual(refusal('subnets[1].label', 'Length must be 1-64 characters'));
  });
});
