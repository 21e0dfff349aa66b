import { startApp, type TestApp } from '../../support/app.js';
import { platform, refusal, refusals } from '../../support/client.js';
import { done, makeVpc, next } from '../../support/makers.js';
import { accountWithSubnet, instanceBody, putInstance } from '../../support/instances.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('PUT /platform/v1/instances/{instanceId} refuses facts that contradict others:', () => {
  const AT = 'configs[0].interfaces[0]';

  it('the account or region does not exist', async () => {
    const request = { account_id: 999999, label: 'l', region: 'moon', status: 'running' };
    const answer = await putInstance(app, next(), request);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(['account_id', 'account_id is not valid'], ['region', 'region is not valid']),
    );
  });

  it('[D-27] and then skips the faults of subnets that must match it', async () => {
    const { account, subnet } = await accountWithSubnet(app);
    const moon = await putInstance(app, next(), instanceBody(account.id, subnet, { region: 'moon' }));
    expect(moon.body).toEqual(refusal('region', 'region is not valid'));
    const nobody = await putInstance(app, next(), instanceBody(999999, subnet));
    expect(nobody.body).toEqual(refusal('account_id', 'account_id is not valid'));
    const unknown = await putInstance(app, next(), instanceBody(999999, 999999));
    expect(unknown.body.errors).toContainEqual({
      field: `${AT}.subnet_id`,
      reason: 'subnet_id is not valid',
    });
  });

  it('the instance is another account’s', async () => {
    const { account, subnet } = await accountWithSubnet(app);
    const other = await accountWithSubnet(app);
    const id = next();
    const stored = done(await putInstance(app, id, instanceBody(account.id, subnet)));
    const answer = await putInstance(app, id, instanceBody(other.account.id, other.subnet));
    expect(answer).toMatchObject({ status: 400, body: refusal('account_id', 'account_id is not valid') });
    expect((await platform(app).get(`/instances/${id}`)).body).toMatchObject({
      account_id: stored.account_id,
    });
  });

  it('the subnet is missing, unknown, another account’s, or in another region', async () => {
    const { account } = await accountWithSubnet(app);
    const foreign = await accountWithSubnet(app);
    const west = await makeVpc(account.client, { subnets: 1, region: 'us-west' });
    const cases: [unknown, string][] = [
      [undefined, 'subnet_id is required'],
      [null, 'subnet_id is required'],
      [999999, 'subnet_id is not valid'],
      [foreign.subnet, 'subnet_id is not valid'],
      [west.subnets[0].id, 'subnet_id is not valid'],
    ];
    for (const [subnet_id, reason] of cases) {
      const answer = await putInstance(app, next(), instanceBody(account.id, 0, {}, { subnet_id }));
      expect(answer).toMatchObject({ status: 400, body: refusal(`${AT}.subnet_id`, reason) });
    }
  });

  it.each(['public', 'vlan'])('only `vpc` carries a subnet and its addresses, not %s', async (purpose) => {
    const { account, subnet } = await accountWithSubnet(app);
    const ipv4 = { vpc: '10.0.1.2', nat_1_1: '203.0.113.7' };
    const answer = await putInstance(
      app,
      next(),
      instanceBody(account.id, subnet, {}, { purpose, ipv4, ip_ranges: ['10.0.1.64/26'] }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(
        [`${AT}.subnet_id`, 'subnet_id is not valid'],
        [`${AT}.ipv4.vpc`, 'vpc is not valid'],
        [`${AT}.ipv4.nat_1_1`, 'nat_1_1 is not valid'],
        [`${AT}.ip_ranges`, 'ip_ranges is not valid'],
      ),
    );
  });

  it.each([
    ['outside', '10.0.2.2'],
    ['the network address', '10.0.1.0'],
    ['the gateway', '10.0.1.1'],
    ['the last but one', '10.0.1.254'],
    ['the broadcast address', '10.0.1.255'],
    ['IPv6', '::1'],
    ['with a leading zero', '10.0.1.02'],
    ['a range', '10.0.1.4/32'],
  ])('[D-56] an address may not be %s: %s', async (_, vpc) => {
    const { account, subnet } = await accountWithSubnet(app);
    const answer = await putInstance(app, next(), instanceBody(account.id, subnet, {}, { ipv4: { vpc } }));
    expect(answer).toMatchObject({ status: 400, body: refusal(`${AT}.ipv4.vpc`, 'vpc is not valid') });
  });

  it.each(['10.0.1.2', '10.0.1.253'])('[D-56] an address may be %s', async (vpc) => {
    const { account, subnet } = await accountWithSubnet(app);
    done(await putInstance(app, next(), instanceBody(account.id, subnet, {}, { ipv4: { vpc } })));
  });

  it('NAT 1:1 needs an address, and is a dotted quad', async () => {
    const { account, subnet } = await accountWithSubnet(app);
    for (const ipv4 of [{ nat_1_1: '203.0.113.7' }, { vpc: '10.0.1.2', nat_1_1: 'x' }]) {
      const answer = await putInstance(app, next(), instanceBody(account.id, subnet, {}, { ipv4 }));
      const expected = refusal(`${AT}.ipv4.nat_1_1`, 'nat_1_1 is not valid');
      expect(answer).toMatchObject({ status: 400, body: expected });
    }
  });

  it.each([
    ['outside', '10.0.2.0/28'],
    ['over the reserved first addresses', '10.0.1.0/28'],
    ['over the reserved last addresses', '10.0.1.240/28'],
    ['with host bits', '10.0.1.5/28'],
    ['an address', '10.0.1.5'],
    ['a number', 7],
  ])('[D-196] ip_ranges may not be %s', async (_, range) => {
    const { account, subnet } = await accountWithSubnet(app);
    const request = instanceBody(account.id, subnet, {}, { ip_ranges: ['10.0.1.32/28', range] });
    const expected = refusal(`${AT}.ip_ranges[1]`, 'ip_ranges[1] is not valid');
    expect(await putInstance(app, next(), request)).toMatchObject({ status: 400, body: expected });
  });

  it.each([
    [
      'address and address',
      { ipv4: { vpc: '10.0.1.70' } },
      { ipv4: { vpc: '10.0.1.70' } },
      'ipv4.vpc',
      'vpc',
    ],
    [
      'address in a range',
      { ip_ranges: ['10.0.1.64/26'] },
      { ipv4: { vpc: '10.0.1.70' } },
      'ipv4.vpc',
      'vpc',
    ],
    [
      'range over an address',
      { ipv4: { vpc: '10.0.1.70' } },
      { ip_ranges: ['10.0.1.64/26'] },
      'ip_ranges[0]',
      'ip_ranges[0]',
    ],
    [
      'range over a range',
      { ip_ranges: ['10.0.1.64/27'] },
      { ip_ranges: ['10.0.1.32/28', '10.0.1.64/26'] },
      'ip_ranges[1]',
      'ip_ranges[1]',
    ],
  ])('[D-196] another instance in the subnet may not have it: %s', async (_, held, wanted, field, key) => {
    const { account, subnet, second } = await accountWithSubnet(app);
    const holder = next();
    done(await putInstance(app, holder, instanceBody(account.id, subnet, {}, held)));
    const id = next();
    const request = instanceBody(account.id, subnet, {}, wanted);
    const answer = await putInstance(app, id, request);
    expect(answer).toMatchObject({ status: 400, body: refusal(`${AT}.${field}`, `${key} is not valid`) });
    expect((await platform(app).get(`/instances/${id}`)).status).toBe(404);
    done(await putInstance(app, holder, instanceBody(account.id, second)));
    done(await putInstance(app, id, request));
  });

  it('[D-196] profiles of one instance may repeat its addresses', async () => {
    const { account, subnet } = await accountWithSubnet(app);
    const ipv4 = { vpc: '10.0.1.5', nat_1_1: null };
    const of = (id: number) => ({ id, purpose: 'vpc', subnet_id: subnet, active: true, ipv4, ip_ranges: [] });
    const configs = [
      { id: next(), label: 'a', interfaces: [of(next())] },
      { id: next(), label: 'b', interfaces: [of(next())] },
    ];
    expect(
      done(await putInstance(app, next(), instanceBody(account.id, subnet, { configs }))).configs,
    ).toEqual(configs);
  });

  it('an id belongs to another instance, of the same or another account', async () => {
    const { account, subnet } = await accountWithSubnet(app);
    const other = await accountWithSubnet(app);
    const id = next();
    const held = done(await putInstance(app, id, instanceBody(account.id, subnet)));
    const answer = await putInstance(app, next(), {
      ...held,
      account_id: other.account.id,
      configs: heldConfigs(other.subnet),
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(
        ['disks[0].id', 'id is not valid'],
        ['configs[0].id', 'id is not valid'],
        [`${AT}.id`, 'id is not valid'],
      ),
    );
    done(await putInstance(app, id, held));

    function heldConfigs(subnet_id: number) {
      const [config] = held.configs;
      return [{ ...config, interfaces: [{ ...config.interfaces[0], subnet_id }] }];
    }
  });

  it('an id occurs twice', async () => {
    const { account, subnet } = await accountWithSubnet(app);
    const disk = { id: next(), label: 'd', size: 1 };
    const answer = await putInstance(app, next(), instanceBody(account.id, subnet, { disks: [disk, disk] }));
    expect(answer).toMatchObject({ status: 400, body: refusal('disks[1].id', 'id is not valid') });
  });
});
