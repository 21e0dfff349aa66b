import { startApp, type TestApp } from '../../support/app.js';
import { NOT_FOUND, platform, UNAUTHORIZED, type Client } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeVpc } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const READS = ['/vpcs/ID', '/vpcs/ID/subnets', '/vpcs/ID/subnets/SUBNET', '/vpcs/ID/ips'];
/** Each with a body that has a fault: access comes before fields (D-20). */
const WRITES = [
  ['PUT', '/vpcs/ID', { label: '' }],
  ['POST', '/vpcs/ID/subnets', {}],
  ['PUT', '/vpcs/ID/subnets/SUBNET', { label: '' }],
  ['DELETE', '/vpcs/ID/subnets/SUBNET', undefined],
  ['DELETE', '/vpcs/ID', undefined],
] as const;

async function vpcAndUser(permissions?: string) {
  const account = await makeAccount(app);
  const vpc = await makeVpc(account.client, { subnets: 1 });
  const other = await makeVpc(account.client, { subnets: 1 });
  const grants = permissions ? { vpc: [{ id: vpc.id, permissions }] } : {};
  const user = await makeRestricted(app, account, grants);
  const at = (path: string) => path.replace('SUBNET', vpc.subnets[0].id).replace('ID', vpc.id);
  return { account, vpc, other, user, client: user.client, at };
}

async function statuses(client: Client, at: (path: string) => string) {
  const answers = [];
  for (const path of READS) answers.push(await client.get(at(path)));
  for (const [method, path, body] of WRITES) answers.push(await client.send(method, at(path), body));
  return answers;
}

describe('a restricted user', () => {
  it('[D-45] finds nothing without a grant', async () => {
    const { client, at } = await vpcAndUser();
    for (const { status, body } of await statuses(client, at))
      expect([status, body]).toEqual([404, NOT_FOUND]);
    expect((await client.get('/vpcs')).body).toEqual({ data: [], page: 1, pages: 1, results: 0 });
  });

  it('[D-45] reads but may not write with read_only', async () => {
    const { client, at, vpc } = await vpcAndUser('read_only');
    for (const path of READS) expect((await client.get(at(path))).status).toBe(200);
    for (const [method, path, body] of WRITES) {
      const answer = await client.send(method, at(path), body);
      expect([method, path, answer.status, answer.body]).toEqual([method, path, 403, UNAUTHORIZED]);
    }
    expect((await client.get('/vpcs')).body).toEqual({ data: [vpc], page: 1, pages: 1, results: 1 });
  });

  it('[Authentication rule 4] changes the VPC and its subnets with read_write', async () => {
    const { client, at, vpc, other } = await vpcAndUser('read_write');
    done(await client.put(at('/vpcs/ID'), { label: 'mine' }));
    done(await client.put(at('/vpcs/ID/subnets/SUBNET'), { label: 'mine' }));
    done(await client.post(at('/vpcs/ID/subnets'), { label: 's', ipv4: '10.8.0.0/24' }));
    done(await client.delete(at('/vpcs/ID/subnets/SUBNET')));
    done(await client.delete(at('/vpcs/ID')));
    expect((await client.get(`/vpcs/${vpc.id}`)).status).toBe(404);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? {} : undefined;
      expect((await client.send(method, `/vpcs/${other.id}`, body)).status).toBe(404);
    }
  });

  it('[D-32] gets 404 and not 403 for a subnet of another VPC below a granted one', async () => {
    const { client, vpc, other } = await vpcAndUser('read_only');
    const answer = await client.delete(`/vpcs/${vpc.id}/subnets/${other.subnets[0].id}`);
    expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
  });

  it('[D-47] needs add_vpcs to create, before the check of any field', async () => {
    const { client } = await vpcAndUser('read_write');
    expect(await client.post('/vpcs', { label: '' })).toMatchObject({ status: 403, body: UNAUTHORIZED });
  });

  it('[D-46] gets read_write on the VPC that they create', async () => {
    const account = await makeAccount(app);
    const { client } = await makeRestricted(app, account, { global: { add_vpcs: true } });
    const vpc = await makeVpc(client, { subnets: 1 });
    expect((await client.get('/profile/grants')).body.vpc).toEqual([
      { id: vpc.id, label: vpc.label, permissions: 'read_write' },
    ]);
    done(await client.put(`/vpcs/${vpc.id}`, { label: 'mine' }));
    done(await client.delete(`/vpcs/${vpc.id}`));
    expect((await client.get('/profile/grants')).body.vpc).toEqual([]);
    const { client: colleague } = await makeRestricted(app, account, { global: { add_vpcs: true } });
    const theirs = await makeVpc(colleague);
    expect((await client.get(`/vpcs/${theirs.id}`)).status).toBe(404);
  });

  it('[D-45] loses the VPC at the removal of the grant', async () => {
    const { client, at, user, vpc } = await vpcAndUser('read_write');
    done(await client.put(at('/vpcs/ID'), {}));
    const body = { vpc: [{ id: vpc.id, permissions: null }] };
    done(await platform(app).put(`/users/${user.username}/grants`, body));
    expect((await client.put(at('/vpcs/ID'), {})).status).toBe(404);
    expect((await client.get(at('/vpcs/ID'))).status).toBe(404);
  });

  it('[D-20] the scope is decided before the entity and the grant', async () => {
    const { at, user } = await vpcAndUser();
    const body = { kind: 'personal', scopes: 'vpc:read_only' };
    const { token } = done(await platform(app).post(`/users/${user.username}/tokens`, body));
    const answer = await user.client.send('PUT', at('/vpcs/ID'), {}, { Authorization: `Bearer ${token}` });
    expect(answer.status).toBe(403);
    expect(answer.body.errors[0].reason).toBe('Your OAuth token is not authorized to use this endpoint.');
  });
});
