import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount, makeVpc } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('sources', () => {
  it('[D-237] [D-50] from another address the token is 401', async () => {
    const proxied = await startApp({ TRUSTED_PROXIES: '127.0.0.1' }, app);
    const { client } = await makeAccount(app);
    const sources = ['192.0.2.0/24', '2001:db8:1::/48', '198.51.100.7'];
    const { token } = await narrow(app, client, { sources });
    const from = async (address: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address };
      return (await fetch(`${proxied.url}/v4/profile`, { headers })).status;
    };
    const inside = ['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.1', '2001:db8:1:ffff::1', '198.51.100.7'];
    const outside = ['192.0.3.0', '2001:db8:2::1', '198.51.100.8', '::192.0.2.1', 'nonsense', '127.0.0.1'];
    for (const address of inside) expect([address, await from(address)]).toEqual([address, 200]);
    for (const address of outside) expect([address, await from(address)]).toEqual([address, 401]);
    // Without a trusted proxy the header says nothing.
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '192.0.2.1' };
    expect((await fetch(`${app.url}/v4/profile`, { headers })).status).toBe(401);
    expect((await fetch(`${app.url}/v4/regions`, { headers })).status).toBe(401);
    await proxied.close();
  });
});

describe('unused_days', () => {
  const DAY = 86_400;

  it('[D-237] the token ends after unused_days without use, and each use counts', async () => {
    const { client } = await makeAccount(app);
    const narrowed = await narrow(app, client, { unused_days: 2 });
    for (let day = 0; day < 3; day++) {
      app.clock.forward(2 * DAY);
      expect((await narrowed.get('/profile')).status).toBe(200);
    }
    expect(done(await client.get('/profile/tokens')).results).toBe(2);
    app.clock.forward(2 * DAY + 3600);
    expect((await narrowed.get('/profile')).status).toBe(401);
    expect(done(await client.get('/profile/tokens')).results).toBe(1);
  });

  it('[D-237] a use is written once an hour at most, by however many requests', async () => {
    // At noon: the first use of a day is written, too.
    app.clock.forward(1.5 * DAY - ((app.clock.milliseconds() / 1000) % DAY));
    const { client } = await makeAccount(app);
    const narrowed = await narrow(app, client, { unused_days: 1 });
    const rows = async () => query(app, 'SELECT xmin::text, unused_until FROM tokens WHERE unused_days = 1');
    await narrowed.get('/profile');
    const [made] = await rows();
    await Promise.all(Array.from({ length: 20 }, () => narrowed.get('/profile')));
    expect(await rows()).toEqual([made]);
    app.clock.forward(3600);
    await Promise.all(Array.from({ length: 20 }, () => narrowed.get('/profile')));
    const [used] = await rows();
    expect(Number(used!.unused_until) - Number(made!.unused_until)).toBe(3_600_000);
    app.clock.forward(3599);
    await narrowed.get('/profile');
    expect(await rows()).toEqual([used]);
  });
});

describe('the request', () => {
  const post = async (restrictions: unknown, more: object = {}) => {
    const { client } = await makeAccount(app);
    return client.post('/profile/tokens', { restrictions, ...more });
  };
  const fields = (answer: { status: number; body: { errors: { field: string }[] } }) => [
    answer.status,
    answer.body.errors.map(({ field }) => field),
  ];

  it('[D-237] [D-27] reports all faults at once', async () => {
    const restrictions = {
      sources: ['192.0.2.0/24', '192.0.2.1/24', 5],
      domains: [
        { names: [], types: ['TXT', 'SPF'], actions: ['write'] },
        { id: '5' },
        'x',
        { id: 1, name: 'w' },
      ],
      vpcs: [0],
      images: ['private/0', 'debian'],
      unused_days: 0,
      other: true,
    };
    expect(fields(await post(restrictions))).toEqual([
      400,
      expect.arrayContaining([
        'restrictions.sources[1]',
        'restrictions.sources[2]',
        'restrictions.domains[0].names',
        'restrictions.domains[0].types[1]',
        'restrictions.domains[0].actions[0]',
        'restrictions.domains[1].id',
        'restrictions.domains[2]',
        'restrictions.domains[3].name',
        'restrictions.vpcs[0]',
        'restrictions.images[0]',
        'restrictions.images[1]',
        'restrictions.unused_days',
        'restrictions.other',
      ]),
    ]);
  });

  it('[D-237] [D-27] entities that the caller does not have among them', async () => {
    const { client } = await makeAccount(app);
    const stranger = await makeAccount(app);
    const { id: theirs } = await makeVpc(stranger.client);
    const { id: own } = await makeVpc(client);
    const restrictions = {
      sources: ['192.0.2.1/24'],
      domains: [{ domain: 'nobody.example' }, { id: 'x' }, null, { id: 999_999 }],
      vpcs: [own, theirs, 'x'],
      images: ['private/999999'],
    };
    const { status, body } = await client.post('/profile/tokens', { expiry: 'never', restrictions });
    const told = (body as { errors: { field: string }[] }).errors.map(({ field }) => field);
    expect([status, told.sort()]).toEqual([
      400,
      [
        'expiry',
        'restrictions.domains[0].domain',
        'restrictions.domains[1].id',
        'restrictions.domains[2]',
        'restrictions.domains[3].id',
        'restrictions.images[0]',
        'restrictions.sources[0]',
        'restrictions.vpcs[1]',
        'restrictions.vpcs[2]',
      ],
    ]);
    const preset = await client.post('/profile/tokens', {
      expiry: 'never',
      preset: 'acme',
      domain: 'nobody.example',
    });
    expect(fields(preset)).toEqual([400, ['expiry', 'domain']]);
  });

  it.each([
    [null, ['restrictions']],
    ['x', ['restrictions']],
    [[], ['restrictions']],
    [{ sources: [] }, ['restrictions.sources']],
    [{ sources: null }, ['restrictions.sources']],
    [{ vpcs: [null] }, ['restrictions.vpcs[0]']],
    [{ domains: [{}] }, ['restrictions.domains[0].id']],
    [{ vpcs: Array.from({ length: 101 }, (_, i) => i + 1) }, ['restrictions']],
    [{ domains: [{ domain: 'nobody.example.com' }] }, ['restrictions.domains[0].domain']],
    [
      { domains: [{ id: 900719925474099 }], vpcs: [900719925474099], images: ['private/900719925474099'] },
      ['restrictions.domains[0].id', 'restrictions.vpcs[0]', 'restrictions.images[0]'],
    ],
  ])('[D-237] refuses %j', async (restrictions, faults) => {
    expect(fields(await post(restrictions))).toEqual([400, faults]);
  });

  it('[D-237] refuses a preset with anything beside it, and makes nothing', async () => {
    const { client } = await makeAccount(app);
    const { domain } = await makeDomain(client);
    const send = async (body: object) => fields(await client.post('/profile/tokens', body));
    expect(await send({ preset: 'acme' })).toEqual([400, ['domain']]);
    expect(await send({ preset: 'other', domain })).toEqual([400, ['preset', 'domain']]);
    expect(await send({ preset: 'acme', domain, restrictions: {} })).toEqual([400, ['preset']]);
    expect(await send({ preset: 'acme', domain, scopes: '*' })).toEqual([400, ['scopes']]);
    expect(await send({ preset: 'acme', domain: `x.${domain}` })).toEqual([400, ['domain']]);
    expect(await send({ domain })).toEqual([400, ['domain']]);
    expect(done(await client.get('/profile/tokens')).results).toBe(1);
  });

  it('[D-237] [D-74] what it shows can be sent again; `{}` is no restriction', async () => {
    const { client } = await makeAccount(app);
    const [domain, vpc] = [await makeDomain(client), await makeVpc(client)];
    const { domain: name, id } = domain;
    const asked = {
      sources: ['192.0.2.7', '2001:DB8::/32', '2001:db8:1::/048'],
      domains: [
        { domain: name, names: ['@', 'WWW'], types: ['A'], actions: ['read', 'update'] },
        { id, domain: name },
      ],
      vpcs: [vpc.id],
      unused_days: 7,
    };
    const shown = {
      sources: ['192.0.2.7/32', '2001:db8::/32', '2001:db8:1::/48'],
      domains: [
        { id, domain: name, names: ['', 'www'], types: ['A'], actions: ['read', 'update'] },
        { id, domain: name },
      ],
      vpcs: [vpc.id],
      images: [],
      unused_days: 7,
    };
    for (const restrictions of [asked, shown]) {
      const made = done(await client.post('/profile/tokens', { restrictions }));
      expect((await client.get(`/profile/tokens/${made.id}/restrictions`)).body).toEqual(shown);
    }
    const whole = done(await client.post('/profile/tokens', { restrictions: {} }));
    expect((await client.get(`/profile/tokens/${whole.id}/restrictions`)).body).toEqual({});
    expect((await client.get('/profile/tokens/9007199254740991/restrictions')).status).toBe(404);
    const of = { domains: [{ id, domain: `other-${name}` }] };
    expect((await client.post('/profile/tokens', { restrictions: of })).status).toBe(400);
  });
});
