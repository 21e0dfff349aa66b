import { migrate } from '../../src/database/migrations/migrate.js';
import { startApp, type TestApp } from '../support/app.js';
import { createAsciiDatabase, type TestDatabase } from '../support/database.js';
import { makeAccount, makeInstance, makeProxy, makeVpc } from '../support/makers.js';
import { TestClock } from '../support/test-clock.js';

/** In the locale C, PostgreSQL's own lower() changes only letters of ASCII. */
describe('[D-215] filters on a database of the locale C', () => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await createAsciiDatabase();
    await migrate(database.url);
    app = await startApp({}, { databaseUrl: database.url, clock: new TestClock() });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const labels = (body: { data: { label: string }[] }) => body.data.map(({ label }) => label);

  it('finds and orders letters beyond ASCII without case', async () => {
    const { client } = await makeAccount(app);
    for (const label of ['ÉCOLE', 'zoo', 'Zebra', 'école b']) await makeVpc(client, { label });

    expect(labels((await client.filter('/vpcs', { label: { '+contains': 'école' } })).body)).toEqual([
      'ÉCOLE',
      'école b',
    ]);
    expect(labels((await client.filter('/vpcs', { '+order_by': 'label' })).body)).toEqual([
      'Zebra',
      'zoo',
      'ÉCOLE',
      'école b',
    ]);
  });

  it('[D-265] finds a number by its digits, and users by their type', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const digits = String(id).slice(0, 2);

    expect((await client.filter('/vpcs', { id: { '+contains': digits } })).body.results).toBe(1);
    expect((await client.filter('/vpcs', { id: { '+contains': 'x' } })).body.results).toBe(0);
    expect((await client.filter('/account/users', { user_type: 'default' })).body.results).toBe(1);
    expect((await (await makeProxy(app)).filter('/account/users', { user_type: 'proxy' })).body.results).toBe(
      1,
    );
  });

  it('sorts addresses by VPC and address with +order alone', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client, { subnets: 1 });
    const subnet_id = vpc.subnets[0].id;
    for (const host of ['10.0.1.9', '10.0.1.10']) {
      await makeInstance(app, account, [{ subnet_id, active: true, ipv4: { vpc: host } }]);
    }
    const addresses = async (order: string) => {
      const { body } = await account.client.filter('/networking/vpcs/ips', { '+order': order });
      return body.data.map(({ address }: { address: string }) => address);
    };

    expect(await addresses('asc')).toEqual(['10.0.1.9', '10.0.1.10']);
    expect(await addresses('desc')).toEqual(['10.0.1.10', '10.0.1.9']);
  });
});
