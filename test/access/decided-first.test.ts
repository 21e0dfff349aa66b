import { jest } from '@jest/globals';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import pg from 'pg';
import { AppModule } from '../../src/app.module.js';
import { AccessFacts } from '../../src/access/access-facts.js';
import { GrantGuard } from '../../src/access/grant.guard.js';
import { ScopeGuard } from '../../src/access/scope.guard.js';
import type { AccessRequest } from '../../src/access/request-access.js';
import { PLATFORM_TOKEN, startApp } from '../support/app.js';
import { Client, NOT_FOUND, refusal, UNAUTHORIZED } from '../support/client.js';
import { implementedRows, type Row } from './rows.js';
import { MISSING, Scene } from './scene.js';
import { answers, ask, each, statuses } from './sweep.js';

/** The ids of the requests that passed the guards. */
const reached = new Set<string>();
/** The ids of the requests that have the row of an entity after a guard, admitted or refused. */
const withRow = new Set<string>();
/** The row that the guards last read for its decision. */
let lastRead: object | null;

const GUARDS: { prototype: CanActivate }[] = [ScopeGuard, GrantGuard];
for (const { prototype } of GUARDS) {
  const { canActivate } = prototype;
  jest.spyOn(prototype, 'canActivate').mockImplementation(async function (this: CanActivate, context) {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    try {
      return (await canActivate.call(this, context)) as boolean;
    } finally {
      const { found, caller } = request.access ?? {};
      if (found !== undefined || (caller && 'shown' in caller)) withRow.add(request.requestId);
    }
  });
}

const find = AccessFacts.prototype.find;
jest.spyOn(AccessFacts.prototype, 'find').mockImplementation(async function (this: AccessFacts, ...of) {
  const facts = await find.apply(this, of);
  lastRead = facts.entity.shown;
  return facts;
});

/**
 * Any code between the guard and the handlers, such as a cache or an interceptor that logs
 * responses.
 */
class Probe implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    reached.add(context.switchToHttp().getRequest<{ requestId: string }>().requestId);
    return next.handle();
  }
}

const register = AppModule.register.bind(AppModule);
jest.spyOn(AppModule, 'register').mockImplementation((options) => {
  const { providers = [], ...module } = register(options);
  return { ...module, providers: [...providers, { provide: APP_INTERCEPTOR, useClass: Probe }] };
});

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const own = await Scene.make(app, database);
const foreign = await Scene.make(app, database);
afterAll(async () => {
  await database.end();
  await app.close();
});

const ROWS = implementedRows(app).filter(({ credential }) => credential !== 'address');
const API = ROWS.filter(({ credential }) => credential !== 'platform');
const PLATFORM = ROWS.filter(({ credential }) => credential === 'platform');
const TOKEN = API.filter(({ credential }) => credential === 'token');
const PRIVATE_IMAGE = API.filter(({ name }) => name === 'image.view');

/** The part of a refusal, besides its status, that the caller sees. */
interface Told {
  readonly body: object;
  readonly authenticate?: string | null;
  readonly scopes?: string;
}
interface Kind {
  readonly rows: readonly Row[];
  readonly client: (row: Row) => Client | Promise<Client>;
  readonly params?: Scene['params'];
  readonly status: number;
  readonly told?: (row: Row) => Told;
  /** The statement has the tenant boundary and the grant in it, so it returns no row. */
  readonly readsNothing?: true;
}

const SCOPED = API.filter(({ scopes }) => scopes.length > 0);
const WRITING = SCOPED.filter(({ scopes }) => scopes.some((scope) => scope.endsWith('write')));
const ENTITIES = [...API.filter(({ entity }) => entity), ...PRIVATE_IMAGE];
const GRANTED = [...API.filter(({ grant }) => grant), ...PRIVATE_IMAGE];

const anonymous = () => new Client(app.url, undefined, '');
const invalidToken = () => ({
  body: refusal('', 'Invalid Token'),
  authenticate: 'Bearer',
  scopes: 'unknown',
});
const withoutScope = ({ scopes }: Row) => ({
  body: refusal('', 'Your OAuth token is not authorized to use this endpoint.'),
  authenticate: `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`,
});
const unauthorized = () => ({ body: UNAUTHORIZED, authenticate: null });
const notFound = () => ({ body: NOT_FOUND });

const KINDS: Readonly<Record<string, Kind>> = {
  '[D-29] [D-155] no credential': {
    rows: [...TOKEN, ...PRIVATE_IMAGE],
    client: anonymous,
    status: 401,
    told: invalidToken,
  },
  '[Authentication rule 1] [D-29] [D-39] [D-155] an unknown token': {
    rows: API,
    client: () => new Client(app.url, 'f'.repeat(64), ''),
    status: 401,
    told: invalidToken,
  },
  '[D-39] a header that is no bearer token': {
    rows: API,
    client: () => new Client(app.url, 'a b', ''),
    status: 401,
    told: invalidToken,
  },
  '[D-29] an expired token': {
    rows: API,
    client: () => own.owner({ expiry: '2026-01-01T00:00:00Z' }),
    status: 401,
    told: invalidToken,
  },
  "[D-39] the platform's token": {
    rows: API,
    client: () => new Client(app.url, PLATFORM_TOKEN, ''),
    status: 401,
    told: invalidToken,
  },
  '[D-30] [D-155] another scope': {
    rows: SCOPED,
    client: () => own.owner({ scopes: 'lke:read_write' }),
    status: 403,
    told: (row) => ({ ...withoutScope(row), scopes: 'lke:read_write' }),
  },
  '[D-42] a scope that only reads': {
    rows: WRITING,
    client: ({ scopes }) =>
      own.owner({ scopes: scopes.map((scope) => scope.replace('_write', '_only')).join(' ') }),
    status: 403,
    told: withoutScope,
  },
  'no scope that shows private images': {
    rows: PRIVATE_IMAGE,
    client: () => own.owner({ scopes: 'lke:read_write' }),
    status: 403,
  },
  '[D-20] no admin': {
    rows: API.filter(({ admin }) => admin),
    client: () => own.restricted({ grants: 'read_write' }),
    status: 403,
    told: unauthorized,
  },
  '[Profile rule 8] [D-48] a proxy user': {
    rows: API.filter(({ noProxy }) => noProxy),
    client: () => own.proxy(),
    status: 403,
  },
  '[D-32] nothing of this id': {
    rows: ENTITIES,
    client: () => own.owner(),
    params: MISSING,
    status: 404,
    told: notFound,
  },
  "[D-32] another account's entity": {
    rows: ENTITIES,
    client: () => own.owner(),
    params: foreign.params,
    status: 404,
    told: notFound,
    readsNothing: true,
  },
  '[Authentication rule 4] [D-45] no grant on the entity': {
    rows: GRANTED,
    client: () => own.restricted(),
    status: 404,
    told: notFound,
    readsNothing: true,
  },
  '[Authentication rule 4] [D-45] a grant that only reads': {
    rows: API.filter(({ grant }) => grant?.permissions === 'read_write'),
    client: () => own.restricted({ grants: 'read_only' }),
    status: 403,
  },
  '[D-31] [D-45] [D-47] no account-level grant': {
    rows: API.filter(({ add, entity }) => add && !entity),
    client: () => own.restricted({ grants: 'read_write', globalGrants: ['add_volumes'] }),
    status: 403,
    told: unauthorized,
  },
};

/** The Platform API has one credential, which sees all accounts. */
const PLATFORM_KINDS: Readonly<Record<string, Kind>> = {
  '[D-39] no credential': { rows: PLATFORM, client: anonymous, status: 401 },
  '[D-39] an unknown token': {
    rows: PLATFORM,
    client: () => new Client(app.url, 'f'.repeat(64), ''),
    status: 401,
  },
  '[D-39] a header that is no bearer token': {
    rows: PLATFORM,
    client: () => new Client(app.url, 'a b', ''),
    status: 401,
  },
  'nothing that it could name': {
    rows: PLATFORM.filter(({ platformEntity }) => platformEntity),
    client: () => new Client(app.url, PLATFORM_TOKEN, ''),
    params: MISSING,
    status: 404,
  },
};

describe.each([...Object.entries(KINDS), ...Object.entries(PLATFORM_KINDS)])(
  'a request with %s',
  (_, kind) => {
    const { rows, client, params, status, told, readsNothing } = kind;
    it.each(rows.map((row) => [row.name, row] as const))(
      '[D-20] is refused before any interceptor or handler runs, and leaves no row: %s',
      async (_name, row) => {
        const answer = await ask(await client(row), row, params ?? own.params);
        const [authenticate, scopes] = ['www-authenticate', 'x-oauth-scopes'].map((name) =>
          answer.headers.get(name),
        );
        expect({ ...answer, authenticate, scopes }).toMatchObject({ status, ...told?.(row) });
        const id = answer.headers.get('x-request-id')!;
        expect([reached.has(id), withRow.has(id)]).toEqual([false, false]);
        if (readsNothing) expect(lastRead).toBeNull();
      },
    );
  },
);

it('the tests have every kind of request', () => {
  expect(Object.values(KINDS).filter(({ rows }) => rows.length === 0)).toEqual([]);
  const { rows } = KINDS['[Profile rule 8] [D-48] a proxy user']!;
  expect(rows.map(({ name }) => name)).toContain('profile.token.create');
});

it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'Bearer a b', '', 'Token abc'])(
  '[D-39] a header %j is refused, on open endpoints too',
  async (authorization) => {
    const rows = API.filter(({ name }) => ['region.list', 'vpc.list', 'vpc.create'].includes(name));
    const send = (row: Row) => ask(anonymous(), row, own.params, { Authorization: authorization });
    expect(await answers(rows, send)).toEqual(each(rows, () => ({ status: 401, ...invalidToken() })));
  },
);

it('[Errors rule 2] [Profile rule 9] [D-39] refuses a revoked token at its next request', async () => {
  const client = await own.owner();
  expect((await client.get('/v4/profile')).status).toBe(200);
  await database.query('DELETE FROM tokens WHERE id = (SELECT max(id) FROM tokens)');
  expect(await statuses(API, (row) => ask(client, row, own.params))).toEqual(each(API, () => 401));
});

it('an admitted request reaches the interceptor', async () => {
  const { status, headers } = await (await own.owner()).get('/v4/profile');
  expect(status).toBe(200);
  expect(reached.has(headers.get('x-request-id')!)).toBe(true);
});

it.each(
  API.filter(({ shows, ofPrivate }) => shows ?? ofPrivate?.shows).map((row) => [row.name, row] as const),
)('[D-20] an admitted request has the row that its handler shows: %s', async (_name, row) => {
  const { status, headers } = await ask(await own.owner(), row, own.params);
  expect([status, withRow.has(headers.get('x-request-id')!)]).toEqual([200, true]);
});
