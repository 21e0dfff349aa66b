import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import pg from 'pg';
import { AppModule } from '../../src/app.module.js';
import { AccessFacts } from '../../src/auth/access-facts.js';
import { AccessGuard } from '../../src/auth/access.guard.js';
import type { AccessRequest } from '../../src/auth/request-access.js';
import { PLATFORM_TOKEN, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { implementedRows, type Row } from './rows.js';
import { MISSING, Scene } from './scene.js';
import { ask } from './sweep.js';

/** The ids of the requests that came past the guard. */
const reached = new Set<string>();
/** The ids of the requests that carry the row of an entity when the guard is done, whether it let them in or not. */
const withRow = new Set<string>();

const canActivate = AccessGuard.prototype.canActivate;
AccessGuard.prototype.canActivate = async function (context) {
  const request = context.switchToHttp().getRequest<AccessRequest>();
  try {
    return await canActivate.call(this, context);
  } finally {
    const { found, caller } = request.access ?? {};
    if (found !== undefined || (caller && 'shown' in caller)) withRow.add(request.requestId);
  }
};

/** The row that the guard last read for its decision. */
let lastRead: object | null;

const find = AccessFacts.prototype.find;
AccessFacts.prototype.find = async function (...of) {
  const facts = await find.apply(this, of);
  lastRead = facts.entity.shown;
  return facts;
};

/** Stands for whatever is put between the guard and the handlers: a cache, an interceptor that logs answers. */
class Probe implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    reached.add(context.switchToHttp().getRequest<{ requestId: string }>().requestId);
    return next.handle();
  }
}

const register = AppModule.register.bind(AppModule);
AppModule.register = (options) => {
  const { providers = [], ...module } = register(options);
  return { ...module, providers: [...providers, { provide: APP_INTERCEPTOR, useClass: Probe }] };
};

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

interface Kind {
  readonly rows: readonly Row[];
  readonly client: () => Client | Promise<Client>;
  readonly params?: Scene['params'];
  readonly status: number;
  /** The statement has the tenant boundary and the grant itself: it gives no row. */
  readonly readsNothing?: true;
}

const SCOPED = [...API.filter(({ scopes }) => scopes.length > 0), ...PRIVATE_IMAGE];
const ENTITIES = [...API.filter(({ entity }) => entity), ...PRIVATE_IMAGE];
const GRANTED = [...API.filter(({ grant }) => grant), ...PRIVATE_IMAGE];
const anonymous = () => new Client(app.url, undefined, '');
const unknown = () => new Client(app.url, 'f'.repeat(64), '');

const KINDS: Readonly<Record<string, Kind>> = {
  'no credential': { rows: [...TOKEN, ...PRIVATE_IMAGE, ...PLATFORM], client: anonymous, status: 401 },
  'an unknown token': { rows: ROWS, client: unknown, status: 401 },
  'a header that is no bearer token': {
    rows: ROWS,
    client: () => new Client(app.url, 'a b', ''),
    status: 401,
  },
  'an expired token': { rows: API, client: () => own.owner({ expiry: '2026-01-01T00:00:00Z' }), status: 401 },
  'another scope': { rows: SCOPED, client: () => own.owner({ scopes: 'lke:read_write' }), status: 403 },
  'no admin': { rows: API.filter(({ admin }) => admin), client: () => own.restricted(), status: 403 },
  'a proxy user': { rows: API.filter(({ noProxy }) => noProxy), client: () => own.proxy(), status: 403 },
  'nothing of this id': { rows: ENTITIES, client: () => own.owner(), params: MISSING, status: 404 },
  "another account's entity": {
    rows: ENTITIES,
    client: () => own.owner(),
    params: foreign.params,
    status: 404,
    readsNothing: true,
  },
  'no grant on the entity': {
    rows: GRANTED,
    client: () => own.restricted(),
    status: 404,
    readsNothing: true,
  },
  'a grant that only reads': {
    rows: API.filter(({ grant }) => grant?.permissions === 'read_write'),
    client: () => own.restricted({ grants: 'read_only' }),
    status: 403,
  },
  'no account-level grant': {
    rows: API.filter(({ add, entity }) => add && !entity),
    client: () => own.restricted(),
    status: 403,
  },
  'nothing that the Platform API could name': {
    rows: PLATFORM.filter(({ platformEntity }) => platformEntity),
    client: () => new Client(app.url, PLATFORM_TOKEN, ''),
    params: MISSING,
    status: 404,
  },
};

describe.each(Object.entries(KINDS))('a request with %s', (_, kind) => {
  const { rows, client, params, status, readsNothing } = kind;
  it.each(rows.map((row) => [row.name, row] as const))(
    '[D-20] is refused before any interceptor or handler runs, and leaves no row: %s',
    async (_name, row) => {
      const answer = await ask(await client(), row, params ?? own.params);
      expect(answer.status).toBe(status);
      const id = answer.headers.get('x-request-id')!;
      expect([reached.has(id), withRow.has(id)]).toEqual([false, false]);
      if (readsNothing) expect(lastRead).toBeNull();
    },
  );
});

it('an allowed request does reach the interceptor', async () => {
  const { status, headers } = await (await own.owner()).get('/v4/profile');
  expect(status).toBe(200);
  expect(reached.has(headers.get('x-request-id')!)).toBe(true);
});

it.each(
  API.filter(({ shows, ofPrivate }) => shows ?? ofPrivate?.shows).map((row) => [row.name, row] as const),
)('[D-20] an allowed request carries the row that its handler shows: %s', async (_name, row) => {
  const { status, headers } = await ask(await own.owner(), row, own.params);
  expect([status, withRow.has(headers.get('x-request-id')!)]).toEqual([200, true]);
});
