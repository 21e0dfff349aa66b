import pg from 'pg';
import { startApp } from '../support/app.js';
import { Client, refusal } from '../support/client.js';
import { implementedRows, namesSomething, pathOf, type Row } from './rows.js';
import { MISSING, Scene } from './scene.js';
import { answers, ask as send, each, eachInTurn, seen, statuses } from './sweep.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const own = await Scene.make(app, database);
const foreign = await Scene.make(app, database);
afterAll(async () => {
  await database.end();
  await app.close();
});

const ROWS = implementedRows(app).filter(({ credential }) => credential === 'token' || credential === 'open');
const TOKEN_ROWS = ROWS.filter(({ credential }) => credential === 'token');
const SCOPED_ROWS = ROWS.filter(({ scopes }) => scopes.length > 0);
const ADMIN_ROWS = ROWS.filter(({ admin }) => admin);
const NAMING_ROWS = ROWS.filter(namesSomething);
const EVENT_ROWS = ROWS.filter(({ path }) => path.includes(':eventId'));
const INVALID_TOKEN = refusal('', 'Invalid Token');
const UNAUTHORIZED = refusal('', 'Unauthorized');
const NOT_FOUND = refusal('', 'Not found');

/** The needed scopes; where none is needed, those that see private images (D-117). */
const scopesFor = ({ scopes }: Row) => scopes.join(' ') || 'images:read_only';

const ask = (client: Client, row: Row, params = own.params, headers?: Record<string, string>) =>
  send(client, row, params, headers);

const anonymous = new Client(app.url, undefined, '');
const unknown = new Client(app.url, 'f'.repeat(64), '');

describe('without a valid credential', () => {
  it('[D-29] [D-155] none: 401 on every endpoint that is not open', async () => {
    expect(await answers(TOKEN_ROWS, (row) => ask(anonymous, row))).toEqual(
      each(TOKEN_ROWS, () => ({
        status: 401,
        body: INVALID_TOKEN,
        authenticate: 'Bearer',
        scopes: 'unknown',
      })),
    );
  });

  it('[Authentication rule 1] [D-29] [D-39] [D-155] an unknown one: 401, on open endpoints too', async () => {
    expect(await answers(ROWS, (row) => ask(unknown, row))).toEqual(
      each(ROWS, () => ({ status: 401, body: INVALID_TOKEN, authenticate: 'Bearer', scopes: 'unknown' })),
    );
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'Bearer a b', '', 'Token abc'])(
    '[D-39] a header %j: 401, on open endpoints too',
    async (authorization) => {
      const rows = ROWS.filter(({ name }) => ['region.list', 'vpc.list', 'vpc.create'].includes(name));
      const send = (row: Row) => ask(anonymous, row, own.params, { Authorization: authorization });
      expect(await answers(rows, send)).toEqual(
        each(rows, () => ({ status: 401, body: INVALID_TOKEN, authenticate: 'Bearer', scopes: 'unknown' })),
      );
    },
  );

  it('[D-29] an expired one: 401', async () => {
    const expired = await own.owner({ expiry: '2026-01-01T00:00:00Z' });
    expect(await statuses(ROWS, (row) => ask(expired, row))).toEqual(each(ROWS, () => 401));
  });

  it('[Errors rule 2] [Profile rule 9] [D-39] a revoked one: 401 with the next request', async () => {
    const client = await own.owner();
    expect((await client.get('/v4/profile')).status).toBe(200);
    await database.query('DELETE FROM tokens WHERE id = (SELECT max(id) FROM tokens)');
    expect(await statuses(ROWS, (row) => ask(client, row))).toEqual(each(ROWS, () => 401));
  });

  it("[D-39] the platform's is none of a customer's", async () => {
    const platform = new Client(app.url, 'platform-token-of-the-tests-0123456789', '');
    expect(await statuses(ROWS, (row) => ask(platform, row))).toEqual(each(ROWS, () => 401));
  });
});

describe('with a token', () => {
  it('[D-30] [D-155] without the scope: 403 that names what is needed', async () => {
    const client = await own.owner({ scopes: 'lke:read_write' });
    expect(await answers(SCOPED_ROWS, (row) => ask(client, row))).toEqual(
      each(SCOPED_ROWS, ({ scopes }) => ({
        status: 403,
        body: refusal('', 'Your OAuth token is not authorized to use this endpoint.'),
        authenticate: `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`,
        scopes: 'lke:read_write',
      })),
    );
  });

  it('[D-42] read_only does not reach what needs read_write', async () => {
    const rows = SCOPED_ROWS.filter(({ scopes }) => scopes.some((scope) => scope.endsWith('write')));
    const reading = (row: Row) => row.scopes.map((scope) => scope.replace('_write', '_only')).join(' ');
    const send = async (row: Row) => ask(await own.owner({ scopes: reading(row) }), row);
    expect(await statuses(rows, send)).toEqual(each(rows, () => 403));
  });

  it('[Authentication rule 2] [D-42] [D-45] the needed scopes let an unrestricted user in', async () => {
    const letIn = async (row: Row) => {
      const scene = await Scene.make(app, database);
      const answer = await ask(await scene.owner({ scopes: scopesFor(row) }), row, scene.params);
      return [200, 204, 400].includes(answer.status) || answer;
    };
    expect(await eachInTurn(ROWS, letIn)).toEqual(each(ROWS, () => true));
  });

  it('[D-20] a user without account access: 403 on what is for admins', async () => {
    const client = await own.restricted({ grants: 'read_write' });
    expect(await answers(ADMIN_ROWS, (row) => ask(client, row))).toMatchObject(
      each(ADMIN_ROWS, () => ({ status: 403, body: UNAUTHORIZED, authenticate: null })),
    );
  });

  it('[D-44] account access read_only reads, and changes nothing', async () => {
    const client = await own.restricted({ accountAccess: 'read_only' });
    const isIn = async (row: Row) => (await ask(client, row)).status !== 403;
    expect(await eachInTurn(ADMIN_ROWS, isIn)).toEqual(each(ADMIN_ROWS, ({ method }) => method === 'GET'));
  });

  it('[Profile rule 8] [D-48] a proxy user: 403 where there is none for them', async () => {
    const rows = ROWS.filter(({ noProxy }) => noProxy);
    const client = await own.proxy();
    expect(rows.map(({ name }) => name)).toContain('profile.token.create');
    expect(await statuses(rows, (row) => ask(client, row))).toEqual(each(rows, () => 403));
  });
});

describe('what is not theirs', () => {
  it('[D-32] is 404, missing or foreign or under another parent, and the same to the last header', async () => {
    const client = await own.owner();
    const rows = NAMING_ROWS.filter(({ path }) => !path.includes(':regionId'));
    const wrong = await eachInTurn(rows, async (row) => {
      const missing = seen(await ask(client, row, MISSING));
      const others = [foreign.params, ...underForeignParent(row)];
      const different = [];
      for (const params of others) {
        const answer = seen(await ask(client, row, params));
        if (JSON.stringify(answer) !== JSON.stringify(missing)) different.push(answer);
      }
      return { status: missing.status, body: missing.body, different };
    });
    expect(wrong).toEqual(each(rows, () => ({ status: 404, body: NOT_FOUND, different: [] })));
  });

  it('[D-08] is 404 when the id is no id', async () => {
    const client = await own.owner();
    const rows = NAMING_ROWS.filter(({ path }) => /:\w+Id/.test(path) && !/:(region|client)Id/.test(path));
    const ids = ['0', '01', '+1', '-1', '1.0', '1e3', 'abc', '9007199254740992', '1%20', '%31x'];
    const wrong = await eachInTurn(rows, async (row) => {
      const found = [];
      for (const id of ids) {
        const params = Object.fromEntries(Object.keys(own.params).map((name) => [name, id]));
        const { status, body } = await ask(client, row, params);
        if (status !== 404 || body.errors[0].reason !== 'Not found') found.push({ id, status, body });
      }
      return found;
    });
    expect(wrong).toEqual(each(rows, () => []));
  });

  it('[Authentication rule 4] [D-45] is 404 for a restricted user without a grant', async () => {
    const rows = ROWS.filter(({ grant, add, path }) => (grant && !add) || path.includes(':eventId'));
    const client = await own.restricted();
    expect(await answers(rows, (row) => ask(client, row))).toMatchObject(
      each(rows, () => ({ status: 404, body: NOT_FOUND })),
    );
  });

  it('[Authentication rule 4] [D-45] a read_only grant reads: 403 for a change', async () => {
    const rows = ROWS.filter(({ grant, add }) => grant && !add);
    const client = await own.restricted({ grants: 'read_only' });
    expect(await statuses(rows, (row) => ask(client, row))).toEqual(
      each(rows, ({ method }) => (method === 'GET' ? 200 : 403)),
    );
  });

  it('[Authentication rule 4] [D-45] a read_write grant lets in', async () => {
    const rows = ROWS.filter(({ grant, add }) => grant && !add);
    const letIn = async (row: Row) => {
      const scene = await Scene.make(app, database);
      const answer = await ask(await scene.restricted({ grants: 'read_write' }), row, scene.params);
      return [200, 400].includes(answer.status) || answer;
    };
    expect(await eachInTurn(rows, letIn)).toEqual(each(rows, () => true));
  });

  it('[D-31] [D-45] [D-47] without the add_* grant: 403, whatever else is granted', async () => {
    const rows = ROWS.filter(({ add }) => add);
    const client = await own.restricted({ grants: 'read_write', globalGrants: ['add_volumes'] });
    expect(await answers(rows, (row) => ask(client, row))).toMatchObject(
      each(rows, () => ({ status: 403, body: UNAUTHORIZED })),
    );
  });

  it('[D-47] the add_* grant lets in', async () => {
    const rows = ROWS.filter(({ add }) => add);
    const letIn = async (row: Row) => {
      const client = await own.restricted({ grants: 'read_only', globalGrants: [row.add!] });
      return (await ask(client, row)).status;
    };
    // An empty body is refused where there is one to send.
    const hasBody = ({ name }: Row) => name === 'domain.claim.create' || !name.startsWith('domain.claim.');
    expect(await eachInTurn(rows, letIn)).toEqual(each(rows, (row) => (hasBody(row) ? 400 : 200)));
  });

  it('[D-136] an event shows to who may see its entity', async () => {
    const client = await own.restricted({ grants: 'read_only' });
    expect(await statuses(EVENT_ROWS, (row) => ask(client, row))).toEqual(each(EVENT_ROWS, () => 200));
  });
});

describe('methods', () => {
  const paths = [...new Set(ROWS.map(({ path }) => path))].map((path) => ({ name: path, path }));
  const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

  it('[D-20] that a path has not are 405 with Allow, whoever asks', async () => {
    const wrong = await eachInTurn(paths, async ({ path }) => {
      const allow = allowed(path);
      const found = [];
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
        if (allow.includes(method)) continue;
        const answer = await anonymous.send(method, pathOf({ path } as Row, own.params));
        const shown = { status: answer.status, body: answer.body, allow: answer.headers.get('allow') };
        const expected = { status: 405, body: refusal('', 'Method Not Allowed'), allow: allow.join(', ') };
        if (JSON.stringify(shown) !== JSON.stringify(expected)) found.push({ method, ...shown });
      }
      return found;
    });
    expect(wrong).toEqual(each(paths, () => []));
  });

  it('[D-03] OPTIONS needs no credential: 200, empty, Allow and CORS', async () => {
    const shown = await eachInTurn(paths, async ({ path }) => {
      const { status, body, headers } = await anonymous.send('OPTIONS', pathOf({ path } as Row, own.params));
      return {
        status,
        body,
        allow: headers.get('allow'),
        origin: headers.get('access-control-allow-origin'),
      };
    });
    expect(shown).toEqual(
      each(paths, ({ path }) => ({
        status: 200,
        body: undefined,
        allow: allowed(path).join(', '),
        origin: '*',
      })),
    );
  });

  it('[D-03] HEAD is GET without a body, refusals too', async () => {
    const client = await own.owner();
    const rows = ROWS.filter(({ method }) => method === 'GET');
    const wrong = await eachInTurn(rows, async (row) => {
      const found = [];
      for (const caller of [client, anonymous]) {
        const path = pathOf(row, own.params);
        const [get, head] = [await caller.send('GET', path), await caller.send('HEAD', path)];
        const [expected, shown] = [{ ...seen(get), body: undefined }, seen(head)];
        if (JSON.stringify(shown) !== JSON.stringify(expected)) found.push({ expected, shown });
      }
      return found;
    });
    expect(wrong).toEqual(each(rows, () => []));
  });

  function allowed(path: string): string[] {
    const shape = (text: string) => text.replace(/[:*]\w+/g, ':');
    const methods = new Set<string>(
      ROWS.filter((row) => shape(row.path) === shape(path)).map((row) => row.method),
    );
    if (methods.has('GET')) methods.add('HEAD');
    return ORDER.filter((method) => method === 'OPTIONS' || methods.has(method));
  }
});

/** A parent of the caller's with somebody else's child, and the other way round. */
function underForeignParent({ path }: Row) {
  const [parent, child] = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  if (!parent || !child) return [];
  return [
    { ...own.params, [child]: foreign.params[child]! },
    { ...own.params, [parent]: foreign.params[parent]! },
  ];
}
