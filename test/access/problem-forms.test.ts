import pg from 'pg';
import { CATALOGUE, type Code } from '../../src/shared/errors/catalogue.js';
import { startApp } from '../support/app.js';
import { Client, type Answer } from '../support/client.js';
import { implementedRows, pathOf, type Row } from './rows.js';
import { MISSING, Scene } from './scene.js';
import { ask, each, eachInTurn } from './sweep.js';

const PROBLEM = { Accept: 'application/problem+json' };

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const own = await Scene.make(app, database);
const owner = await own.owner();
afterAll(async () => {
  await database.end();
  await app.close();
});

const ROWS = implementedRows(app).filter(({ credential }) => credential === 'token' || credential === 'open');
const LISTS = ROWS.filter(({ name }) => name.endsWith('.list'));
const CHANGES = ROWS.filter(({ method }) => method === 'POST' || method === 'PUT');

/**
 * The forbidden differences between a response in the problem form and one in the specified form.
 */
function difference(known: Answer, problem: Answer): unknown {
  if (known.status < 400) return [];
  const { type, title, status, detail, instance, errors, ...more } = problem.body as Record<string, unknown>;
  const faults = errors as { code: Code; field: string; reason: string; line?: number }[];
  const entry = CATALOGUE[faults[0]!.code];
  const found = {
    status: [problem.status, status],
    faults: faults.map(({ field, reason, line }) => ({ field, reason, line })),
    type: `http://localhost:3000/docs/errors/${faults[0]!.code}`,
    title: entry.title,
    helps: [entry.explanation, entry.remedy].every((text) => (detail as string).includes(text)),
    instance: problem.headers.get('x-request-id'),
    contentType: problem.headers.get('content-type'),
    vary: problem.headers.get('vary'),
    headers: others(problem),
    more,
  };
  const expected = {
    status: [known.status, known.status],
    faults: known.body.errors as unknown,
    type,
    title,
    helps: true,
    instance,
    contentType: 'application/problem+json',
    vary: known.headers.get('vary'),
    headers: others(known),
    more: {},
  };
  return JSON.stringify(found) === JSON.stringify(expected) ? [] : { found, expected };
}

const FORM = new Set([
  'content-type',
  'content-length',
  'vary',
  'date',
  'x-request-id',
  'connection',
  'keep-alive',
]);

function others({ headers }: Answer): unknown {
  return [...headers].filter(([name]) => !FORM.has(name));
}

/**
 * Sends the request in both forms. An admitted request changes rows, so that the second one may be
 * refused, and is not compared.
 */
async function compared(send: (headers: Record<string, string>) => Promise<Answer>): Promise<unknown> {
  const known = await send({});
  return difference(known, await send(PROBLEM));
}

const sweep = (rows: readonly Row[], send: (row: Row, headers: Record<string, string>) => Promise<Answer>) =>
  eachInTurn(rows, (row) => compared((headers) => send(row, headers)));

describe('[D-234] a problem reports the same faults in the same order, with the same status and headers', () => {
  it.each<[string, () => Client | Promise<Client>]>([
    ['no credential', () => new Client(app.url, undefined, '')],
    ['an unknown one', () => new Client(app.url, 'f'.repeat(64), '')],
    ['no scope', () => own.owner({ scopes: 'lke:read_write' })],
    ['no grant', () => own.restricted()],
    ['a grant to read', () => own.restricted({ grants: 'read_only', accountAccess: 'read_only' })],
    ['nothing there', () => owner],
  ])('on every endpoint: %s', async (kind, clientOf) => {
    const client = await clientOf();
    const params = kind === 'nothing there' ? MISSING : own.params;
    const rows = kind === 'nothing there' ? ROWS.filter(({ path }) => /[:*]/.test(path)) : ROWS;
    const refused = rows.filter(
      ({ method }) => kind === 'nothing there' || method !== 'DELETE' || client !== owner,
    );
    expect(await sweep(refused, (row, headers) => ask(client, row, params, headers))).toEqual(
      each(refused, () => []),
    );
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['values of wrong types', wrongTypes()],
  ])('on every change: %s', async (_, body) => {
    const send = (row: Row, headers: Record<string, string>) =>
      owner.send(row.method, pathOf(row, own.params), body, headers);
    expect(await sweep(CHANGES, send)).toEqual(each(CHANGES, () => []));
  });

  it.each([
    ['page', '?page=0&page_size=501', {}],
    ['filter', '', { 'X-Filter': '{"nothing": 1}' }],
    ['order', '', { 'X-Filter': '{"+order_by": "nothing"}' }],
    ['both', '?page=x', { 'X-Filter': '{' }],
  ])('on every list: wrong %s', async (_, query, filter) => {
    const send = (row: Row, headers: Record<string, string>) =>
      owner.get(pathOf(row, own.params) + query, { ...filter, ...headers });
    expect(await sweep(LISTS, send)).toEqual(each(LISTS, () => []));
  });

  it.each([
    ['GET', '/v4/nothing'],
    ['GET', '/v4/vpcs/%zz'],
    ['GET', '/nothing'],
    ['PATCH', '/v4/vpcs'],
    ['POST', '/openapi'],
  ])('outside of the endpoints: %s %s', async (method, path) => {
    expect(await compared((headers) => owner.send(method, path, undefined, headers))).toEqual([]);
  });
});

/** A body with every field of any request, each with a value of a wrong type. */
function wrongTypes(): string {
  const fields =
    'label region subnets ipv4 domain type soa_email master_ips tags username email restricted scopes expiry';
  return JSON.stringify(Object.fromEntries(fields.split(' ').map((field) => [field, { wrong: 1 }])));
}
