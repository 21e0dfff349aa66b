import { startApp, type TestApp } from '../../support/app.js';
import { platform, refusal } from '../../support/client.js';
import { makeAccount, makeInstance, makeVpc } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('DELETE /vpcs/{vpcId}', () => {
  it('[VPCs rule 2] deletes the VPC and all its subnets', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 2 });
    expect(await client.delete(`/vpcs/${vpc.id}`)).toMatchObject({ status: 200, body: {} });
    expect((await client.get(`/vpcs/${vpc.id}`)).status).toBe(404);
    expect((await client.get(`/vpcs/${vpc.id}/subnets/${vpc.subnets[0].id}`)).status).toBe(404);
  });

  it('[VPCs rule 2] [D-33] a blocked delete changes nothing, not even an event', async () => {
    const account = await makeAccount(app);
    const { client } = account;
    const vpc = await makeVpc(client, { subnets: 2 });
    await makeInstance(app, account, [{ subnet_id: vpc.subnets[1].id, ipv4: { vpc: '10.0.2.2' } }]);
    const before = (await client.get('/account/events')).body.results;
    const answer = await client.delete(`/vpcs/${vpc.id}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('', 'Cannot delete a VPC with resources attached'));
    expect((await client.get(`/vpcs/${vpc.id}`)).body.subnets).toHaveLength(2);
    expect((await client.get('/account/events')).body.results).toBe(before);
  });

  it('[VPCs rule 3] deletes the VPC when it has no interfaces', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client, { subnets: 1 });
    const instance = await makeInstance(app, account, [{ subnet_id: vpc.subnets[0].id, active: false }]);
    expect((await account.client.delete(`/vpcs/${vpc.id}`)).status).toBe(400);
    await platform(app).delete(`/instances/${instance.id}`);
    expect((await account.client.delete(`/vpcs/${vpc.id}`)).status).toBe(200);
  });
});
