import pg from 'pg';
import { endpointOf } from '../../src/access/endpoints.js';
import { implementedRows } from '../access/rows.js';
import { stateOf } from '../faults/support/database-state.js';
import { anonymous, refusal, type Answer } from '../support/client.js';
import { makeDomain, transferFrom } from '../support/domains.js';
import { makeImage, startImageApp } from '../support/images.js';
import { done, makeAccount, makeVpc, next } from '../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith, type FakeRegistry } from '../support/registry.js';
import { query } from '../support/sql.js';
import { TextMessageReceiver } from '../support/text-message-receiver.js';
import { issueSecret, wrongCode } from '../support/two-factor.js';
import { CHANGES, type Scene } from './changes.js';

let messages: TextMessageReceiver;
let registry: FakeRegistry;
let app: Awaited<ReturnType<typeof startImageApp>>;
let database: pg.Client;
beforeAll(async () => {
  messages = await TextMessageReceiver.start();
  app = await startImageApp({ SMS_WEBHOOK_URL: messages.url });
  registry = await fakeRegistry(zoneWith('test', new Map()));
  claimsAsk(app, registry.port);
  database = new pg.Client(app.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await app.close();
  await registry.close();
  await messages.stop();
});

const DRY = { 'Dry-Run': 'true' };
const NAMES = Object.keys(CHANGES) as (keyof typeof CHANGES)[];
/** Operations whose dry run differs from the change, or that change nothing. */
const OTHERS = ['domain.import', 'profile.access'];

async function newScene(): Promise<Scene> {
  const account = await makeAccount(app);
  return { app, account, client: account.client, messages };
}

/** Replaces values that differ for each run by their types. */
function shape(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => shape(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shape(one, name)]));
  const differs =
    /^(id|uid|token|secret|scratch|upload_to|nameserver|thumbnail_url|created|updated|expiry|until|key_tag|public_key|digest|.*_id)$/.test(
      key,
    );
  return differs && value !== null ? typeof value : value;
}

function eventsIn({ headers }: Answer): string[] {
  return headers.get('dry-run-events')?.split(', ') ?? [];
}

async function newestEvent(): Promise<number> {
  return (await query(app, 'SELECT coalesce(max(id), 0) AS id FROM events'))[0]!.id as number;
}

async function eventsAfter(id: number): Promise<string[]> {
  const rows = await query(app, 'SELECT action FROM events WHERE id > $1 ORDER BY id', [id]);
  return rows.map(({ action }) => action as string);
}

it('[D-232] the tests below have every change', () => {
  const changes = implementedRows(app).filter(
    ({ method, credential }) => method !== 'GET' && credential === 'token',
  );
  expect([...NAMES, ...OTHERS].sort()).toEqual(changes.map(({ name }) => name).sort());
});

it.each(NAMES)(
  '[D-232] a dry %s has the response and events of the real one, and changes nothing',
  async (name) => {
    const scene = await newScene();
    const [path, body] = await CHANGES[name]!(scene);
    const { method } = endpointOf(name);
    // The service stores the day of a token's last use in any case.
    done(await scene.client.get('/profile'));
    const before = await stateOf(database);

    const dry = await scene.client.send(method, path, body, DRY);

    expect(await stateOf(database)).toEqual(before);
    expect(dry.headers.get('dry-run')).toBe('true');
    const newest = await newestEvent();
    const real = await scene.client.send(method, path, body);
    expect(real.status).toBeLessThan(300);
    expect([dry.status, shape(dry.body)]).toEqual([real.status, shape(real.body)]);
    expect(eventsIn(dry)).toEqual(await eventsAfter(newest));
  },
);

/** Changes that the database refuses in the statement which also records their event. */
const REFUSED: Readonly<Record<string, (scene: Scene) => Promise<[path: string, body: object]>>> = {
  'a name that is taken': async ({ client }) => {
    const { domain } = await makeDomain(client);
    return ['/domains', { domain, type: 'master', soa_email: 'a@example.com' }];
  },
  'a CNAME beside another record': async ({ client }) => {
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    return [`/domains/${id}/records`, { type: 'CNAME', name: 'www', target: 'example.org' }];
  },
  'a subnet that overlaps': async ({ client }) => {
    const { id } = await makeVpc(client, { subnets: 1 });
    return [`/vpcs/${id}/subnets`, { label: 'net', ipv4: '10.0.1.0/25' }];
  },
};

it.each(Object.keys(REFUSED))('[D-232] names no event of a refused change: %s', async (name) => {
  const scene = await newScene();
  const [path, body] = await REFUSED[name]!(scene);
  const newest = await newestEvent();
  const dry = await scene.client.post(path, body, DRY);
  const real = await scene.client.post(path, body);
  expect([dry.status, dry.body, dry.headers.get('dry-run-events')]).toEqual([400, real.body, null]);
  expect(await eventsAfter(newest)).toEqual([]);
});

describe('nothing leaves the process', () => {
  it('[D-232] no text message', async () => {
    const { client } = await newScene();
    const number = { iso_code: 'US', phone_number: '5555560000' };
    done(await client.post('/profile/phone-number', number, DRY));
    expect(messages.to('+15555560000')).toEqual([]);
    done(await client.post('/profile/phone-number', number));
    expect(messages.to('+15555560000')).toHaveLength(1);
  });

  it('[D-232] no file is deleted', async () => {
    const { client } = await newScene();
    const id = await makeImage(app, client);
    const before = await app.stored();
    done(await client.delete(`/images/${id}`, DRY));
    expect(await app.stored()).toEqual(before);
    done(await client.delete(`/images/${id}`));
    expect(await app.stored()).toHaveLength(before.length - 1);
  });

  it('[D-232] no transfer: an import answers as if the zone were empty', async () => {
    const { client } = await newScene();
    // No program listens there.
    transferFrom(app, 9);
    const asked = { domain: `d${next()}.example.com`, remote_nameserver: '127.0.0.1' };
    const answer = await client.post('/domains/import', asked, DRY);
    expect(answer).toMatchObject({ status: 200, body: { domain: asked.domain } });
    expect(eventsIn(answer)).toEqual(['domain_import']);
    expect((await client.post('/domains/import', asked)).status).toBe(400);
    expect((await client.get('/domains')).body.results).toBe(0);
  });

  it('[D-232] an upload address accepts no data, and a token is not valid', async () => {
    const { client } = await newScene();
    const { upload_to: to } = done(
      await client.post('/images/upload', { label: 'x', region: 'us-east' }, DRY),
    );
    const upload = await fetch(app.url + new URL(to as string).pathname, { method: 'PUT', body: 'x' });
    expect(upload.status).toBe(404);
    const { token } = done(await client.post('/profile/tokens', {}, DRY));
    const opened = await fetch(`${app.url}/v4/profile`, {
      headers: { Authorization: `Bearer ${token as string}` },
    });
    expect(opened.status).toBe(401);
  });
});

describe('attempts count', () => {
  it('[D-23] [D-232] wrong codes at the confirmation of two-factor authentication, also 64 at once', async () => {
    const { client } = await newScene();
    const tfa_code = wrongCode(app, await issueSecret(client));
    const confirm = () => client.post('/profile/tfa-enable-confirm', { tfa_code }, DRY);
    const answers = await Promise.all(Array.from({ length: 64 }, confirm));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(54);
  });

  it('[D-83] [D-232] wrong codes of a phone number', async () => {
    const { client } = await newScene();
    done(await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5555560001' }));
    const otp_code = messages.codeFor('+15555560001');
    const wrong = otp_code === '000000' ? '111111' : '000000';
    for (let time = 0; time < 5; time++)
      await client.post('/profile/phone-number/verify', { otp_code: wrong }, DRY);
    expect((await client.post('/profile/phone-number/verify', { otp_code })).status).toBe(400);
  });

  it('[D-23] [D-232] messages to a phone number', async () => {
    const { client } = await newScene();
    const send = () =>
      client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5555560002' }, DRY);
    for (let time = 0; time < 10; time++) done(await send());
    expect((await send()).status).toBe(429);
  });
});

describe('the header', () => {
  it.each(['false', '1', 'TRUE', ''])('[D-232] %j: 400, and nothing changes', async (value) => {
    const { client } = await newScene();
    const answer = await client.post('/vpcs', { label: 'net', region: 'us-east' }, { 'Dry-Run': value });
    expect(answer).toMatchObject({ status: 400, body: refusal('Dry-Run', 'Dry-Run is not valid') });
    expect((await client.get('/vpcs')).body.results).toBe(0);
  });

  it('[D-232] a refusal is the same, and has no events', async () => {
    const { client } = await newScene();
    const dry = await client.post('/vpcs', {}, DRY);
    expect([dry.status, dry.body, eventsIn(dry)]).toEqual([400, (await client.post('/vpcs', {})).body, []]);
    expect(dry.headers.get('dry-run')).toBe('true');
    expect((await anonymous(app).post('/vpcs', {}, DRY)).status).toBe(401);
  });

  it('[D-230] [D-232] a dry run neither uses nor looks up a key', async () => {
    const { client } = await newScene();
    const key = { 'Idempotency-Key': 'k' };
    const body = { label: 'net', region: 'us-east' };
    done(await client.post('/vpcs', body, { ...key, ...DRY }));
    const first = done(await client.post('/vpcs', body, key));
    expect(done(await client.post('/vpcs', body, { ...key, ...DRY })).id).not.toBe(first.id);
  });

  it('[D-231] [D-232] a dry run with another tag is refused', async () => {
    const { client } = await newScene();
    const { id } = await makeVpc(client);
    expect((await client.delete(`/vpcs/${id}`, { ...DRY, 'If-Match': '"other"' })).status).toBe(412);
    done(await client.delete(`/vpcs/${id}`, { ...DRY, 'If-Match': '*' }));
    done(await client.get(`/vpcs/${id}`));
  });
});
