import { Database } from '../../src/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { platform, refusal, type Answer } from '../support/client.js';
import {
  done,
  makeAccount,
  makeRestricted,
  makeToken,
  makeVpc,
  next,
  type TestAccount,
} from '../support/makers.js';
import { query } from '../support/sql.js';

const CALLERS = 32;
const ROUNDS = 12;

let app: TestApp;
beforeAll(async () => (app = await startApp({ MAX_VPCS_PER_ACCOUNT: '5', MAX_SUBNETS_PER_VPC: '6' })));
afterAll(() => app.close());

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const won = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

function expectRefused(answers: readonly Answer[], count: number, field: string, reason: string) {
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(
    Array.from({ length: count }, () => ({ status: 400, body: refusal(field, reason) })),
  );
}

describe('[D-21] subnets', () => {
  it('when overlapping subnets are created at once, exactly one succeeds', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    for (let round = 0; round < ROUNDS / 4; round++) {
      const answers = await times(CALLERS, (i) =>
        client.post(`/vpcs/${vpc.id}/subnets`, {
          label: `s${i}`,
          ipv4: `10.${round}.${i % 2 ? 0 : i}.0/${i % 2 ? 16 : 24}`,
        }),
      );
      const overlapping = answers.filter((_, i) => i % 2 === 1);
      const wide = won(overlapping).length;
      expect(wide).toBeLessThanOrEqual(1);
      if (wide === 1) expect(won(answers)).toHaveLength(1);
      for (const { id } of (await client.get(`/vpcs/${vpc.id}/subnets`)).body.data) {
        done(await client.delete(`/vpcs/${vpc.id}/subnets/${id}`));
      }
    }
  });

  it('when one range is created many times at once, exactly one succeeds and the others get the ordinary 400', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const body = { label: 's', ipv4: '10.0.0.0/24' };
    const answers = await times(CALLERS, () => client.post(`/vpcs/${vpc.id}/subnets`, body));
    expect(won(answers)).toHaveLength(1);
    const reason = 'Range must not overlap with other subnets of the same VPC';
    expectRefused(answers, CALLERS - 1, 'ipv4', reason);
    expect((await client.get('/account/events')).body.results).toBe(2);
  });

  it('[D-62] requests sent at once never pass the quota', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const answers = await times(CALLERS, (i) =>
      client.post(`/vpcs/${vpc.id}/subnets`, { label: 's', ipv4: `10.0.${i}.0/24` }),
    );
    expect(won(answers)).toHaveLength(6);
    expectRefused(answers, CALLERS - 6, '', 'You have reached the maximum of 6 subnets for this VPC.');
  });
});

describe('[D-21] [D-62] the quota of VPCs', () => {
  it('holds under many creators, and under creators and deleters', async () => {
    const { client } = await makeAccount(app);
    const answers = await times(CALLERS, () => client.post('/vpcs', { label: 'v', region: 'us-east' }));
    expect(won(answers)).toHaveLength(5);
    expectRefused(answers, CALLERS - 5, '', 'You have reached the maximum of 5 VPCs.');
    const ids = won(answers).map(({ body }) => body.id as number);
    const mixed = await times(CALLERS, (i) =>
      i < ids.length
        ? client.delete(`/vpcs/${ids[i]}`)
        : client.post('/vpcs', { label: 'v', region: 'us-east' }),
    );
    const created = won(mixed).length - ids.length;
    const { results } = (await client.get('/vpcs')).body;
    expect(results).toBe(created);
    expect(results).toBeLessThanOrEqual(5);
    const refill = await times(10, () => client.post('/vpcs', { label: 'v', region: 'us-east' }));
    expect(won(refill)).toHaveLength(5 - results);
  });
});

describe('[D-21] [VPCs rule 3] of a delete and an attachment at once, one is refused', () => {
  it.each(['the VPC', 'the subnet'])('of %s', async (what) => {
    const account = await makeAccount(app);
    const tally = { deleted: 0, attached: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const vpc = await makeVpc(account.client, { subnets: 2 });
      const subnet = vpc.subnets[1].id as number;
      const path = what === 'the VPC' ? `/vpcs/${vpc.id}` : `/vpcs/${vpc.id}/subnets/${subnet}`;
      const instance = next();
      // Whoever is sent first is not always the first to arrive.
      const both = [() => account.client.delete(path), () => attach(account, instance, subnet, '10.0.2.2')];
      const ordered = round % 2 ? both.reverse() : both;
      const answers = await Promise.all(ordered.map((send) => send()));
      const [deleted, attached] = (round % 2 ? answers.reverse() : answers) as [Answer, Answer];
      const at = 'configs[0].interfaces[0].subnet_id';
      const reason =
        what === 'the VPC'
          ? 'Cannot delete a VPC with resources attached'
          : 'Cannot delete a subnet with resources associated with it';
      if (deleted.status === 200) {
        tally.deleted++;
        expect(attached).toMatchObject({ status: 400, body: refusal(at, 'subnet_id is not valid') });
        expect((await account.client.get(path)).status).toBe(404);
      } else {
        tally.attached++;
        expect(deleted).toMatchObject({ status: 400, body: refusal('', reason) });
        expect(attached.status).toBe(200);
        expect((await account.client.get(`/vpcs/${vpc.id}/ips`)).body.results).toBe(1);
        done(await platform(app).delete(`/instances/${instance}`));
      }
      await account.client.delete(`/vpcs/${vpc.id}`);
    }
    expect(tally.deleted + tally.attached).toBe(ROUNDS);
  });

  it('one VPC deleted by many requests at once: one 200, the others 404, its events once', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 3 });
    const answers = await times(CALLERS, () => client.delete(`/vpcs/${vpc.id}`));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(CALLERS - 1).fill(404)]);
    expect((await client.get('/account/events')).body.results).toBe(8);
  });
});

describe('[D-284] VPCs of one account that are deleted at once', () => {
  it('end all, but for those in use, with their subnets and events', async () => {
    const account = await makeAccount(app);
    const made: { id: number; subnets: { id: number }[] }[] = [];
    for (let count = 0; count < 5; count++) made.push(await makeVpc(account.client, { subnets: 2 }));
    for (const { subnets } of [made[1]!, made[3]!])
      done(await attach(account, next(), subnets[0]!.id, '10.0.1.2'));
    const answers = await times(CALLERS, (i) => account.client.delete(`/vpcs/${made[i % 5]!.id}`));
    const outcomes = made.map((_, at) => answers.filter((_answer, i) => i % 5 === at));
    for (const at of [0, 2, 4]) {
      expect(won(outcomes[at]!)).toHaveLength(1);
      expect(new Set(outcomes[at]!.map(({ status }) => status))).toEqual(new Set([200, 404]));
    }
    for (const at of [1, 3])
      expectRefused(outcomes[at]!, outcomes[at]!.length, '', 'Cannot delete a VPC with resources attached');
    const { data } = (await account.client.get('/vpcs')).body;
    expect(data.map(({ id }: { id: number }) => id)).toEqual([made[1]!.id, made[3]!.id]);
    const refill = await times(5, () => account.client.post('/vpcs', { label: 'v', region: 'us-east' }));
    expect(won(refill)).toHaveLength(3);
    const events = await query(
      app,
      `SELECT action, count(*) FROM events WHERE account_id = $1 AND action LIKE '%_delete' GROUP BY action ORDER BY action`,
      [account.id],
    );
    expect(events).toEqual([
      { action: 'subnet_delete', count: 6 },
      { action: 'vpc_delete', count: 3 },
    ]);
  });
});

describe('[D-196] addresses', () => {
  it('when many instances want one address at once, one gets it', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client, { subnets: 1 });
    const answers = await times(16, () => attach(account, next(), vpc.subnets[0].id, '10.0.1.2'));
    expect(won(answers)).toHaveLength(1);
    expectRefused(answers, 15, 'configs[0].interfaces[0].ipv4.vpc', 'vpc is not valid');
    expect((await account.client.get('/vpcs/ips')).body.results).toBe(1);
  });

  it('when many accounts put one instance id at once, one account gets the whole instance', async () => {
    const accounts = await times(8, () => makeAccount(app));
    const vpcs = await Promise.all(accounts.map(({ client }) => makeVpc(client, { subnets: 1 })));
    for (let round = 0; round < ROUNDS / 3; round++) {
      const id = next();
      const answers = await times(8, (i) => attach(accounts[i]!, id, vpcs[i].subnets[0].id, '10.0.1.2'));
      expect(won(answers)).toHaveLength(1);
      expectRefused(answers, 7, 'account_id', 'account_id is not valid');
      const stored = done(await platform(app).get(`/instances/${id}`));
      const owner = accounts.findIndex((account) => account.id === stored.account_id);
      expect(stored.configs[0].interfaces[0].subnet_id).toBe(vpcs[owner].subnets[0].id);
      done(await platform(app).delete(`/instances/${id}`));
    }
  });
});

describe('[D-21] no caller sees a 5xx', () => {
  it('when many change the same VPC, its subnets and its attachments', async () => {
    const account = await makeAccount(app);
    const { client } = account;
    const vpc = await makeVpc(client, { subnets: 2 });
    const [one, two] = vpc.subnets.map(({ id }: { id: number }) => id);
    const shared = [next(), next(), next()];
    const answers = await times(CALLERS * 3, (i) => {
      const instance = shared[i % 3]!;
      const kinds = [
        () => client.put(`/vpcs/${vpc.id}`, { label: `l${i}` }),
        () => client.post(`/vpcs/${vpc.id}/subnets`, { label: 's', ipv4: `10.9.${i % 4}.0/24` }),
        () => attach(account, instance, i % 2 ? one : two, `10.0.${i % 2 ? 1 : 2}.${i + 10}`),
        () => client.put(`/vpcs/${vpc.id}/subnets/${one}`, { label: `l${i}` }),
        () => platform(app).delete(`/instances/${instance}`),
        () => client.delete(`/vpcs/${vpc.id}/subnets/${two}`),
        () => client.get(`/vpcs/${vpc.id}`),
        () => client.delete(`/vpcs/${vpc.id}`),
      ];
      return kinds[i % kinds.length]!();
    });
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
  });

  it('and no deadlock, when many put one new instance', async () => {
    const account = await makeAccount(app);
    const { subnets } = await makeVpc(account.client, { subnets: 1 });
    const { activity } = app.app.get(Database);
    const before = activity.retries;
    for (let round = 0; round < ROUNDS; round++) {
      const id = next();
      const answers = await times(8, () => attach(account, id, subnets[0].id, '10.0.1.2'));
      expect(won(answers)).toHaveLength(8);
      done(await platform(app).delete(`/instances/${id}`));
    }
    expect(activity.retries).toBe(before);
  });

  it('when the token, the grant and the user are deleted while they create', async () => {
    const account = await makeAccount(app);
    for (let round = 0; round < ROUNDS / 3; round++) {
      const user = await makeRestricted(app, account, { global: { add_vpcs: true } });
      const token = await makeToken(app, user.username, '*');
      const [{ id }] = (await token.get('/profile/tokens')).body.data;
      const answers = await times(12, (i) => {
        if (i === 5) return user.client.delete(`/profile/tokens/${id}`);
        if (i === 9) return platform(app).delete(`/users/${user.username}`);
        return (i % 2 ? token : user.client).post('/vpcs', { label: 'v', region: 'us-east' });
      });
      const statuses = [...new Set(answers.map(({ status }) => status))];
      expect(statuses.filter((status) => ![200, 400, 401, 404].includes(status))).toEqual([]);
      for (const vpc of (await account.client.get('/vpcs')).body.data) {
        done(await account.client.delete(`/vpcs/${vpc.id}`));
      }
    }
  });
});

function attach(account: TestAccount, instance: number, subnet: number, vpc: string) {
  const one = { id: instance, purpose: 'vpc', subnet_id: subnet, active: true, ipv4: { vpc } };
  return platform(app).put(`/instances/${instance}`, {
    account_id: account.id,
    label: 'i',
    region: 'us-east',
    status: 'running',
    configs: [{ id: instance, label: 'c', interfaces: [one] }],
  });
}
