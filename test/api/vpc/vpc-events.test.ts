import { startApp, type TestApp } from '../../support/app.js';
import { done, makeAccount, makeRestricted, makeVpc } from '../../support/makers.js';
import type { Client } from '../../support/client.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

interface Named {
  id: number;
  label: string;
}

const vpcReference = ({ id, label }: Named) => ({ id, label, type: 'vpc', url: `/v4/vpcs/${id}` });
const subnetReference = (vpc: Named, { id, label }: Named) => ({
  id,
  label,
  type: 'subnet',
  url: `/v4/vpcs/${vpc.id}/subnets/${id}`,
});

/** The newest events, oldest first. */
async function newest(client: Client, count: number) {
  return (await client.get(`/account/events?page_size=${count}`)).body.data.reverse();
}

describe('events of the VPC area', () => {
  it('[Events] [D-132] [D-134] VPC Create: vpc_create, and a subnet_create for each subnet', async () => {
    const { client, username } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 2 });
    const { body } = await client.get('/account/events');
    expect(body.results).toBe(3);
    const event = {
      id: expect.any(Number),
      created: vpc.created,
      username,
      status: 'notification',
      percent_complete: 100,
      time_remaining: null,
      rate: null,
      duration: null,
      message: null,
      read: false,
      seen: false,
    };
    const ofSubnet = (subnet: Named) => ({
      ...event,
      action: 'subnet_create',
      entity: subnetReference(vpc, subnet),
      secondary_entity: vpcReference(vpc),
    });
    expect(body.data.reverse()).toEqual([
      { ...event, action: 'vpc_create', entity: vpcReference(vpc), secondary_entity: null },
      ofSubnet(vpc.subnets[0]),
      ofSubnet(vpc.subnets[1]),
    ]);
  });

  it('[Events] VPC Update: vpc_update with the new label', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const changed = done(await client.put(`/vpcs/${vpc.id}`, { label: 'new' }));
    const events = await newest(client, 1);
    expect(events).toMatchObject([
      { action: 'vpc_update', entity: vpcReference(changed), secondary_entity: null },
    ]);
  });

  it('[Events] VPC Delete: vpc_delete, and a subnet_delete for each subnet', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 2 });
    done(await client.delete(`/vpcs/${vpc.id}`));
    const secondary = vpcReference(vpc);
    expect(await newest(client, 3)).toMatchObject([
      { action: 'vpc_delete', entity: vpcReference(vpc), secondary_entity: null },
      { action: 'subnet_delete', entity: subnetReference(vpc, vpc.subnets[0]), secondary_entity: secondary },
      { action: 'subnet_delete', entity: subnetReference(vpc, vpc.subnets[1]), secondary_entity: secondary },
    ]);
    expect((await client.get('/account/events')).body.results).toBe(6);
  });

  it('[Events] VPC Subnet Create, Update, Delete: subnet_create, subnet_update, subnet_delete', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const path = `/vpcs/${vpc.id}/subnets`;
    const subnet = done(await client.post(path, { label: 'old', ipv4: '10.0.0.0/24' }));
    done(await client.put(`${path}/${subnet.id}`, { label: 'new' }));
    done(await client.delete(`${path}/${subnet.id}`));
    const renamed = { id: subnet.id, label: 'new' };
    const secondary_entity = vpcReference(vpc);
    expect(await newest(client, 3)).toMatchObject([
      { action: 'subnet_create', entity: subnetReference(vpc, subnet), secondary_entity },
      { action: 'subnet_update', entity: subnetReference(vpc, renamed), secondary_entity },
      { action: 'subnet_delete', entity: subnetReference(vpc, renamed), secondary_entity },
    ]);
    expect((await client.get('/account/events')).body.results).toBe(4);
  });

  it('[D-132] name the user who acted', async () => {
    const account = await makeAccount(app);
    const { client, username } = await makeRestricted(app, account, { global: { add_vpcs: true } });
    await makeVpc(client);
    expect(await newest(account.client, 1)).toMatchObject([{ action: 'vpc_create', username }]);
  });

  it('[D-21] a refused operation and a read record no event', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    const path = `/vpcs/${vpc.id}`;
    await client.post('/vpcs', {});
    await client.put(path, { label: '' });
    await client.post(`${path}/subnets`, { label: 's', ipv4: '10.0.1.0/24' });
    await client.put(`${path}/subnets/${vpc.subnets[0].id}`, { label: '' });
    await client.delete(`${path}/subnets/999999`);
    await client.delete('/vpcs/999999');
    await client.get(path);
    expect((await client.get('/account/events')).body.results).toBe(2);
  });
});
