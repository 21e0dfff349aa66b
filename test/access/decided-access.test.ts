import pg from 'pg';
import type { EndpointRow } from '../../src/access/endpoint.js';
import { ENDPOINTS } from '../../src/access/endpoints.js';
import { startApp } from '../support/app.js';
import { Client, platform, refusal } from '../support/client.js';
import { done } from '../support/makers.js';
import { DECIDED, type Decided } from './decided-table.js';
import { Scene } from './scene.js';
import { each, eachInTurn } from './sweep.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const shared = await Scene.make(app, database);
const foreign = await Scene.make(app, database);
afterAll(async () => {
  await database.end();
  await app.close();
});

/** The result that the caller sees. The 403 for the scope differs from the 403 for the grant. */
type Outcome = 'in' | '401' | '403 scope' | '403' | '404';

interface Kind {
  readonly caller: (scene: Scene, row: Decided) => Promise<Client>;
  readonly outcome: (row: Decided) => Outcome;
  /** The account whose entities the paths name; by default the caller's own. */
  readonly params?: Scene['params'];
}

const names = ({ path }: Decided) => path.includes('{') && !path.includes('{regionId}');
const needs = (row: Decided, what: string) => row.grant.includes(what);
const readOnly = (row: Decided) => row.scopes.map((scope) => scope.replace('_write', '_only')).join(' ');
const withNeeded = ({ scopes }: Decided) => scopes.join(' ') || 'lke:read_only';
const ALL_ADDS = ['add_vpcs', 'add_domains', 'add_images'];

interface Has {
  readonly grants?: 'ro' | 'rw';
  readonly adds?: boolean;
  readonly admin?: 'ro' | 'rw';
}

/** The columns of a restricted user, by their rights. */
const restricted =
  (has: Has) =>
  (row: Decided): Outcome => {
    if (row.grant === 'ro or admin') return has.grants || has.admin ? 'in' : '404';
    if (row.grant === 'admin') return adminOutcome(row, has.admin);
    if (needs(row, 'of the user')) return '404';
    return grantOutcome(row, has);
  };

function grantOutcome({ grant }: Decided, { grants, adds }: Has): Outcome {
  if (/\b(ro|rw)\b/.test(grant) && !grants) return '404';
  if (grant.includes('rw') && grants !== 'rw') return '403';
  return grant.includes('add_') && !adds ? '403' : 'in';
}

/**
 * D-144: a restricted admin can't change an unrestricted user, and the user of the paths is
 * unrestricted.
 */
function adminOutcome({ method, path }: Decided, admin: Has['admin']): Outcome {
  if (method === 'GET') return admin ? 'in' : '403';
  return admin === 'rw' && !path.includes('{username}') ? 'in' : '403';
}

const byScope = (row: Decided): Outcome => (row.scopes.length > 0 ? '403 scope' : 'in');
const credential = (row: Decided): Outcome => (row.isOpen ? 'in' : '401');
const always401 = (): Outcome => '401';

async function revoked(scene: Scene): Promise<Client> {
  const client = await scene.owner();
  await database.query('DELETE FROM tokens WHERE token_hash = sha256($1)', [client.token]);
  return client;
}

async function oauth({ params }: Scene, scopes: string): Promise<Client> {
  const body = { kind: 'oauth', scopes, client_id: params.clientId };
  const { token } = done(await platform(app).post(`/users/${params.username}/tokens`, body));
  return new Client(app.url, token, '');
}

const KINDS: Readonly<Record<string, Kind>> = {
  'no credential': { caller: async () => new Client(app.url, undefined, ''), outcome: credential },
  'an unknown token': { caller: async () => new Client(app.url, 'e'.repeat(64), ''), outcome: always401 },
  'a revoked token': { caller: revoked, outcome: always401 },
  'an expired token': {
    caller: (scene) => scene.owner({ expiry: '2026-01-01T00:00:00Z' }),
    outcome: always401,
  },
  'a token of another area': {
    caller: (scene) => scene.owner({ scopes: 'lke:read_write' }),
    outcome: byScope,
  },
  'a token that reads': {
    caller: (scene, row) => scene.owner({ scopes: readOnly(row) || 'lke:read_only' }),
    outcome: ({ scopes }) => (scopes.some((scope) => scope.endsWith('write')) ? '403 scope' : 'in'),
  },
  'a personal token with the scope': {
    caller: (scene, row) => scene.owner({ scopes: withNeeded(row) }),
    outcome: () => 'in',
  },
  'an OAuth token with the scope': {
    caller: (scene, row) => oauth(scene, withNeeded(row)),
    outcome: () => 'in',
  },
  'an OAuth token of another area': { caller: (scene) => oauth(scene, 'lke:read_write'), outcome: byScope },
  'another account': {
    caller: (scene) => scene.owner(),
    outcome: (row) => (names(row) ? '404' : 'in'),
    params: foreign.params,
  },
  'a restricted user': { caller: (scene) => scene.restricted(), outcome: restricted({}) },
  'a restricted user with ro grants': {
    caller: (scene) => scene.restricted({ grants: 'read_only' }),
    outcome: restricted({ grants: 'ro' }),
  },
  'a restricted user with rw grants': {
    caller: (scene) => scene.restricted({ grants: 'read_write' }),
    outcome: restricted({ grants: 'rw' }),
  },
  'a restricted user who may add': {
    caller: (scene) => scene.restricted({ globalGrants: ALL_ADDS }),
    outcome: restricted({ adds: true }),
  },
  'a restricted user who may add, with ro grants': {
    caller: (scene) => scene.restricted({ globalGrants: ALL_ADDS, grants: 'read_only' }),
    outcome: restricted({ adds: true, grants: 'ro' }),
  },
  'a reading admin': {
    caller: (scene) => scene.restricted({ accountAccess: 'read_only' }),
    outcome: restricted({ admin: 'ro' }),
  },
  'a writing admin': {
    caller: (scene) => scene.restricted({ accountAccess: 'read_write' }),
    outcome: restricted({ admin: 'rw' }),
  },
  'a proxy user': {
    caller: (scene) => scene.proxy(),
    outcome: (row) => (needs(row, 'no proxy') ? '403' : needs(row, 'of the user') ? '404' : 'in'),
  },
};

/** D-238: the decision on a request. */
function askBefore(client: Client, method: string, path: string) {
  return client.post('/v4/profile/access', { method, path });
}

function foretold(status: number, isIn: boolean) {
  if (isIn) return { status: 200, body: { allowed: true, status: 200 } };
  // A refused credential can't use the endpoint.
  return status === 401 ? { status } : { body: { allowed: false, status } };
}

async function outcome(row: Decided, kind: Kind): Promise<Outcome | object> {
  const { caller, params } = kind;
  // A deleted or restored entity is missing for the next row. tfa-disable deletes trusted devices
  // (D-80).
  const deletes = row.method === 'DELETE' || /\/(tfa-disable|restore)$/.test(row.path);
  const scene = deletes && kind.outcome(row) === 'in' ? await Scene.make(app, database) : shared;
  const client = await caller(scene, row);
  const of = params ?? scene.params;
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => of[name]!);
  const asked = await askBefore(client, row.method, path);
  const { status, body } = await client.send(
    row.method,
    path,
    row.method === 'GET' || row.method === 'DELETE' ? undefined : {},
  );
  const isIn = [200, 204, 400].includes(status);
  if (client.token) expect(asked).toMatchObject(foretold(status, isIn));
  if (isIn) return 'in';
  const told = JSON.stringify(body);
  const found = Object.entries(REFUSALS).find(([, [known, text]]) => known === status && text === told);
  return (found?.[0] as Outcome | undefined) ?? { status, body: body as unknown };
}

const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  '401': [401, JSON.stringify(refusal('', 'Invalid Token'))],
  '403 scope': [403, JSON.stringify(refusal('', 'Your OAuth token is not authorized to use this endpoint.'))],
  '403': [403, JSON.stringify(refusal('', 'Unauthorized'))],
  '404': [404, JSON.stringify(refusal('', 'Not found'))],
};

describe('the table of the decisions', () => {
  const customers = ENDPOINTS as Record<string, EndpointRow>;

  it('[D-20] has every endpoint of customers, and no other', () => {
    const rows = Object.values(customers).filter(
      ({ credential }) => credential === 'token' || credential === 'open',
    );
    const written = rows.map(({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, '{$1}')}`);
    expect(DECIDED.map(({ name }) => name).sort()).toEqual(written.sort());
  });
});

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  it('[D-20] [D-30] [D-31] [D-32] [D-45] [D-238] gets the decision of the table on every endpoint', async () => {
    const expected = each(DECIDED, (row) => kind.outcome(row));
    expect(await eachInTurn(DECIDED, (row) => outcome(row, kind))).toEqual(expected);
  });
});
