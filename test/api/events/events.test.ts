import { Database } from '../../../src/database/database.js';
import type { NewEvent } from '../../../src/events/event.js';
import { EventsService } from '../../../src/events/events.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { NOT_FOUND, platform, refusal, type Client } from '../../support/client.js';
import { done, makeAccount, makeInstance, makeRestricted, makeToken, makeVpc } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

interface Shown {
  id: number;
  action: string;
}

const list = async (client: Client, path = ''): Promise<Shown[]> =>
  (await client.get(`/account/events${path}`)).body.data;
const actions = async (client: Client) => (await list(client)).map(({ action }) => action);

describe('GET /account/events', () => {
  it('[D-215] [D-265] entity.id takes the number or the string that the entity has as its id', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const wanted = { label: 'Fleet dashboard', redirect_uri: 'https://app.example.com/callback' };
    const { id } = done(await client.post('/account/oauth-clients', wanted));
    const found = async (value: unknown) => {
      const { data } = done(await client.filter('/account/events', { 'entity.id': value }));
      return data.map(({ action }: Shown) => action);
    };
    expect(await found(vpc.id)).toEqual(['vpc_create']);
    expect(await found(id)).toEqual(['oauth_client_create']);
    expect(await found(String(vpc.id))).toEqual([]);
    expect(await found({ '+neq': id })).toEqual(['vpc_create']);
    expect(await found(null)).toEqual([]);
    expect(await found({ '+neq': null })).toEqual(['oauth_client_create', 'vpc_create']);
    expect(await found({ '+contains': String(vpc.id) })).toContain('vpc_create');
    expect(await found({ '+contains': id.slice(1).toUpperCase() })).toEqual(['oauth_client_create']);
  });

  it('[D-07] is newest first, and pages', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 2 });
    done(await client.put(`/vpcs/${vpc.id}`, { label: 'new' }));
    expect(await actions(client)).toEqual(['vpc_update', 'subnet_create', 'subnet_create', 'vpc_create']);
    const ids = (await list(client)).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const page = (await client.get('/account/events?page=2&page_size=3')).body;
    expect(page).toMatchObject({ page: 2, pages: 2, results: 4, data: [{ action: 'vpc_create' }] });
  });

  it('[D-32] lists only the events of the account', async () => {
    const { client } = await makeAccount(app);
    const other = await makeAccount(app);
    await makeVpc(other.client);
    expect(await list(client)).toEqual([]);
    const [event] = await list(other.client);
    for (const [method, action] of [
      ['GET', ''],
      ['POST', '/read'],
      ['POST', '/seen'],
    ]) {
      const answer = await client.send(method!, `/account/events/${event!.id}${action}`);
      expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
    }
    expect((await list(other.client))[0]).toMatchObject({ read: false, seen: false });
  });

  it('[Filtering] filters by the fields of an event', async () => {
    const { client, username } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    app.clock.forward(60);
    done(await client.put(`/vpcs/${vpc.id}`, {}));
    const [update, subnet, create] = await list(client);
    const all = [update, subnet, create].map((event) => event!.id);
    const [u, s, c] = all;
    const cases: [object, (number | undefined)[]][] = [
      [{ id: { '+lt': s } }, [c]],
      [{ action: 'subnet_create' }, [s]],
      [{ action: { '+contains': 'VPC_' } }, [u, c]],
      [{ created: { '+lte': (create as unknown as { created: string }).created } }, [s, c]],
      [{ username }, all],
      [{ username: null }, []],
      [{ status: 'notification' }, all],
      [{ 'entity.id': vpc.id, 'entity.type': 'vpc' }, [u, c]],
      [{ read: true }, []],
      [{ seen: false }, all],
      [{ '+order': 'asc' }, [c, s, u]],
      [{ '+order_by': 'action' }, [s, c, u]],
    ];
    for (const [filter, ids] of cases) {
      const { data } = (await client.filter('/account/events', filter)).body;
      expect([filter, data.map(({ id }: Shown) => id)]).toEqual([filter, ids]);
    }
    const refused = await client.filter('/account/events', { message: 'x' });
    expect(refused).toMatchObject({ status: 400, body: refusal('X-Filter', 'Cannot filter on message') });
  });

  it('[D-36] has events of the same second in the requested direction', async () => {
    const { client } = await makeAccount(app);
    await makeVpc(client, { subnets: 2 });
    const newestFirst = await list(client);
    for (const field of ['created', 'username', 'status']) {
      const ordered = async (order: string) =>
        (await client.filter('/account/events', { '+order_by': field, '+order': order })).body.data;
      expect([field, await ordered('asc')]).toEqual([field, [...newestFirst].reverse()]);
      expect([field, await ordered('desc')]).toEqual([field, newestFirst]);
    }
  });
});

describe('GET /account/events/{eventId}', () => {
  it('shows the event as the list does', async () => {
    const { client } = await makeAccount(app);
    await makeVpc(client, { subnets: 1 });
    for (const event of await list(client)) {
      expect((await client.get(`/account/events/${event.id}`)).body).toEqual(event);
    }
  });

  it.each(['999999', '0', 'x', '01'])('[D-08] %s is 404', async (id) => {
    const { client } = await makeAccount(app);
    expect(await client.get(`/account/events/${id}`)).toMatchObject({ status: 404, body: NOT_FOUND });
    expect((await client.post(`/account/events/${id}/read`)).status).toBe(404);
    expect((await client.post(`/account/events/${id}/seen`)).status).toBe(404);
  });
});

describe('POST /account/events/{eventId}/read and /seen', () => {
  it('[D-131] read marks only this event, for this user', async () => {
    const account = await makeAccount(app);
    const { client } = account;
    const access = { global: { account_access: 'read_only' } };
    const other = (await makeRestricted(app, account, access)).client;
    await makeVpc(client, { subnets: 2 });
    const [, middle] = await list(client);
    for (let i = 0; i < 2; i++) {
      const answer = await client.post(`/account/events/${middle!.id}/read`);
      expect(answer).toMatchObject({ status: 200, body: {} });
    }
    const read = (events: object[]) => events.map((event) => (event as { read: boolean }).read);
    expect(read(await list(client)).slice(0, 3)).toEqual([false, true, false]);
    expect(read(await list(other)).includes(true)).toBe(false);
    expect((await client.filter('/account/events', { read: true })).body.data).toMatchObject([
      { id: middle!.id, read: true, seen: false },
    ]);
  });

  it('[D-131] seen marks this event and older ones, and never removes a mark', async () => {
    const account = await makeAccount(app);
    const { client } = account;
    await makeVpc(client, { subnets: 3 });
    const [, second, , fourth] = await list(client);
    const seen = async (by: Client) =>
      (await list(by)).map((event) => (event as unknown as { seen: boolean }).seen);
    expect(await client.post(`/account/events/${second!.id}/seen`)).toMatchObject({ status: 200, body: {} });
    expect(await seen(client)).toEqual([false, true, true, true]);
    done(await client.post(`/account/events/${fourth!.id}/seen`));
    expect(await seen(client)).toEqual([false, true, true, true]);
    const other = await makeRestricted(app, account, { global: { account_access: 'read_write' } });
    expect((await seen(other.client)).includes(true)).toBe(false);
    expect((await list(client)).slice(-1)).toMatchObject([{ read: false }]);
  });

  it('neither of them records an event', async () => {
    const { client } = await makeAccount(app);
    await makeVpc(client);
    const [event] = await list(client);
    done(await client.post(`/account/events/${event!.id}/read`));
    done(await client.post(`/account/events/${event!.id}/seen`));
    expect(await list(client)).toHaveLength(1);
  });
});

describe('[D-136] which events a user sees', () => {
  it('an unrestricted user, and one with account access: the account’s', async () => {
    const account = await makeAccount(app);
    await makeVpc(account.client);
    const grants = { global: { account_access: 'read_only' } };
    const { client } = await makeRestricted(app, account, grants);
    expect(await list(client)).toEqual(await list(account.client));
    expect(await actions(client)).toContain('vpc_create');
  });

  it('a restricted user: their own, and those on what they are granted, subnets included', async () => {
    const account = await makeAccount(app);
    const [granted, hidden] = [
      await makeVpc(account.client, { subnets: 1, label: 'granted' }),
      await makeVpc(account.client, { subnets: 1, label: 'hidden' }),
    ];
    const { client } = await makeRestricted(app, account, {
      vpc: [{ id: granted.id, permissions: 'read_only' }],
      global: { add_vpcs: true },
    });
    const own = await makeVpc(client, { label: 'own' });
    done(await client.delete(`/vpcs/${own.id}`));
    expect(await list(client)).toMatchObject([
      { action: 'vpc_delete', entity: { id: own.id } },
      { action: 'vpc_create', entity: { id: own.id } },
      { action: 'subnet_create', secondary_entity: { id: granted.id } },
      { action: 'vpc_create', entity: { id: granted.id } },
    ]);
    const all = await list(account.client);
    const foreign = all.find((event) => (event as unknown as { entity: Shown }).entity.id === hidden.id)!;
    for (const [method, action] of [
      ['GET', ''],
      ['POST', '/read'],
      ['POST', '/seen'],
    ]) {
      expect((await client.send(method!, `/account/events/${foreign.id}${action}`)).status).toBe(404);
    }
  });

  it.each(['instance', 'image'])('[D-216] a grant on the %s shows a disk_imagize event', async (kind) => {
    const account = await makeAccount(app);
    const instance = await makeInstance(app, account);
    const image = done(await account.client.post('/images', { disk_id: instance.disks[0].id }));
    const number = Number(image.id.slice('private/'.length));
    const ids = { instance: instance.id, image: number };
    const grant = { id: ids[kind as keyof typeof ids], permissions: 'read_only' };
    const { client } = await makeRestricted(app, account, { [kind]: [grant] });
    expect(await list(client)).toMatchObject([{ action: 'disk_imagize', secondary_entity: { id: number } }]);
    const { client: stranger } = await makeRestricted(app, account);
    expect(await list(stranger)).toEqual([]);
  });

  it('a grant on an instance with the number of a VPC shows nothing of that VPC', async () => {
    const account = await makeAccount(app);
    const { id } = await makeVpc(account.client);
    const instance = { account_id: account.id, label: 'i', region: 'us-east', status: 'running' };
    done(await platform(app).put(`/instances/${id}`, instance));
    const grants = { instance: [{ id, permissions: 'read_only' }] };
    const { client } = await makeRestricted(app, account, grants);
    expect(await list(client)).toEqual([]);
  });
});

describe('[D-137] scopes', () => {
  it('events:read_only or account:read_only', async () => {
    const { client, username } = await makeAccount(app);
    await makeVpc(client);
    const [event] = await list(client);
    for (const scopes of ['events:read_only', 'account:read_only', 'events:read_write']) {
      const token = await makeToken(app, username, scopes);
      expect((await token.get('/account/events')).status).toBe(200);
      expect((await token.get(`/account/events/${event!.id}`)).status).toBe(200);
      expect((await token.post(`/account/events/${event!.id}/read`)).status).toBe(200);
      expect((await token.post(`/account/events/${event!.id}/seen`)).status).toBe(200);
    }
    const token = await makeToken(app, username, 'vpc:read_write');
    const answer = await token.get('/account/events');
    expect(answer.status).toBe(403);
    expect(answer.headers.get('x-accepted-oauth-scopes')).toBe('events:read_only | account:read_only');
    expect((await token.post(`/account/events/${event!.id}/read`)).status).toBe(403);
  });
});

describe('a recorded event', () => {
  const services = () => [app.app.get(Database), app.app.get(EventsService)] as const;
  const about = { id: 1, label: 'a', type: 'user', url: '/v4/account/users/a%20b%s' };
  const event: NewEvent = { action: 'disk_imagize', entity: about, status: 'scheduled' };

  it('[D-133] shows 99 percent at most until it has ended', async () => {
    const { client, id: accountId } = await makeAccount(app);
    const [database, events] = services();
    const id = await database.transaction(async (tx) => {
      const begun = await events.begin(tx, { accountId }, event);
      await events.progress(tx, begun, 'started');
      await events.advance(tx, begun, 100);
      return begun;
    });
    const shown = async () => (await client.get(`/account/events/${id}`)).body;
    expect(await shown()).toMatchObject({ status: 'started', percent_complete: 99 });
    await database.transaction((tx) => events.progress(tx, id, 'finished'));
    expect(await shown()).toMatchObject({ status: 'finished', percent_complete: 100 });
  });

  it('[D-134] keeps each % of its URL', async () => {
    const { client, id: accountId } = await makeAccount(app);
    const [database, events] = services();
    await database.transaction(async (tx) => events.record(tx, { accountId }, event));
    expect(await list(client)).toMatchObject([{ entity: about }]);
  });

  it('[D-276] says so if its update has changed nothing', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client, { label: 'same' });
    done(await client.put(`/vpcs/${id}`, { label: 'same' }));
    expect((await list(client))[0]).toMatchObject({ action: 'vpc_update', message: 'Nothing changed.' });
    done(await client.put(`/vpcs/${id}`, { label: 'other' }));
    expect((await list(client))[0]).toMatchObject({ action: 'vpc_update', message: null });
  });
});
