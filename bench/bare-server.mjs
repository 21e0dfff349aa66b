// The limit: node:http and pg, with as few hand-written prepared statements as the checks allow,
// including the check of the credential.
import cluster from 'node:cluster';
import { createHash, hash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { ROWS } from './rows/index.mjs';

const READERS = 3;
const WRITERS = 7;
const SETTINGS = '-c TimeZone=UTC -c DateStyle=ISO -c random_page_cost=1.1';
const asText = (text) => text;
const PARSERS = { [pg.types.builtins.INT8]: Number, [pg.types.builtins.TIMESTAMPTZ]: asText };
const types = { getTypeParser: (oid, format) => PARSERS[oid] ?? pg.types.getTypeParser(oid, format) };

const HEADERS = [
  ['X-Spec-Version', '4.176.0'],
  ['Cache-Control', 'private, max-age=0, s-maxage=0, no-cache, no-store'],
  ['Vary', 'Authorization, X-Filter'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'"],
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Allow-Methods', 'HEAD, GET, OPTIONS, POST, PUT, DELETE'],
  [
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Accept, Origin, X-Filter, X-Requested-With, ' +
      'Idempotency-Key, If-Match, If-None-Match, Dry-Run, Prefer',
  ],
  ['Access-Control-Max-Age', '7200'],
  [
    'Access-Control-Expose-Headers',
    'X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
      'X-Spec-Version, X-Customer-UUID, X-Request-Id, Link, Altered-Fields, Retry-After, WWW-Authenticate, ' +
      'ETag, Location, Idempotency-Replayed, Dry-Run, Dry-Run-Events',
  ],
].flat();
// `Accept` selects the form of a refusal (D-234).
const REFUSAL_HEADERS = HEADERS.map((header) =>
  header === 'Authorization, X-Filter' ? `${header}, Accept` : header,
);

const endpoints = [...new Set(ROWS.map(({ bare }) => bare).filter(Boolean))];
const byMethod = Object.fromEntries(
  ['GET', 'POST', 'PUT', 'DELETE'].map((method) => [
    method,
    endpoints.filter((endpoint) => endpoint.method === method),
  ]),
);
const UNAUTHENTICATED = { status: 401, faults: [{ field: '', reason: 'Invalid Token' }] };

const workers = Number(process.env.BARE_WORKERS ?? 1);
if (workers > 1 && cluster.isPrimary) supervise(workers);
else await serve();

function supervise(count) {
  let listening = 0;
  cluster.on('listening', (_, { port }) => {
    if (++listening === count) console.log(`http://localhost:${port}`);
  });
  cluster.on('exit', (_, code) => process.exit(code || 1));
  for (let worker = 0; worker < count; worker++) cluster.fork();
  process.on('SIGTERM', () => {
    cluster.removeAllListeners('exit');
    for (const worker of Object.values(cluster.workers)) worker.kill('SIGTERM');
    process.exit(0);
  });
}

async function serve() {
  const sql = await openDatabase();
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const endpoint = byMethod[request.method].find(({ path }) => path.test(request.url));
    if (!endpoint) answer(response, undefined, { status: 404, faults: [{ field: '', reason: 'Not found' }] });
    else if (request.method === 'GET' || request.method === 'DELETE') run(endpoint, sql, request, response);
    else {
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () =>
        run(endpoint, sql, request, response, JSON.parse(Buffer.concat(chunks).toString())),
      );
    }
  });
  server.listen(0, '127.0.0.1', () => {
    if (!cluster.isWorker) console.log(`http://localhost:${server.address().port}`);
  });
  process.on('SIGTERM', () => process.exit(0));
}

async function openDatabase() {
  const connectionString = process.env.DATABASE_URL;
  const open = async (options) => {
    const client = new pg.Client({ connectionString, options, types, pipeline: true });
    await client.connect();
    return client;
  };
  const generic = `${SETTINGS} -c plan_cache_mode=force_generic_plan`;
  const readers = await Promise.all(Array.from({ length: READERS }, () => open(generic)));
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => open(SETTINGS)));
  let turn = 0;
  const waiting = [];
  const writer = () => writers.pop() ?? new Promise((resolve) => waiting.push(resolve));
  const release = (client) => {
    const next = waiting.shift();
    if (next) next(client);
    else writers.push(client);
  };
  const using = async (work) => {
    const client = await writer();
    try {
      return await work(client);
    } finally {
      release(client);
    }
  };
  const prepared = ([name, text, values]) => ({ name, text, values, rowMode: 'array' });
  return {
    /** Pipelined: does not wait for the statements before it. */
    read: (...statement) => readers[turn++ % READERS].query(prepared(statement)),
    write: (...statement) => using((client) => client.query(prepared(statement))),
    /** Runs the statements in one transaction and one round trip. */
    async transaction(...statements) {
      const [, ...results] = await using((client) =>
        Promise.all([
          client.query('BEGIN'),
          ...statements.map((statement) => client.query(prepared(statement))),
          client.query('COMMIT'),
        ]),
      );
      return results.slice(0, -1);
    },
  };
}

async function run(endpoint, sql, request, response, body) {
  const match = /^bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? '');
  const key = match && createHash('sha256').update(match[1]).digest();
  const address = request.socket.remoteAddress;
  const result =
    key || endpoint.open
      ? await endpoint.handle({ sql, key, url: request.url, body, address })
      : UNAUTHENTICATED;
  answer(response, endpoint.scope ?? '*', result, request);
}

function answer(response, scope, result, request) {
  const { status = 200, body, bytes, identity, faults } = result;
  const sent = bytes ?? JSON.stringify(faults ? { errors: faults } : body);
  const headers = headersOf(result, scope);
  if (body?.pages) headers.push('Link', links(request.url, body));
  else if (request && request.method !== 'DELETE' && status === 200) {
    headers.push('ETag', `"${hash('sha256', identity ?? sent, 'base64url')}"`);
    if (request.method === 'POST') headers.push('Location', locationOf(request.url, body.id));
  }
  headers.push('Content-Type', 'application/json', 'Content-Length', Buffer.byteLength(sent));
  response.writeHead(status, headers);
  response.end(sent);
}

function headersOf({ status, faults, caller }, scope) {
  const headers = [...(faults ? REFUSAL_HEADERS : HEADERS)];
  headers.push('X-Request-Id', randomUUID());
  if (scope !== undefined) headers.push('X-Accepted-OAuth-Scopes', scope);
  if (caller)
    headers.push('X-OAuth-Scopes', caller.scopes.replaceAll(' ', ', '), 'X-Customer-UUID', caller.euuid);
  else if (status === 401) headers.push('X-OAuth-Scopes', 'unknown', 'WWW-Authenticate', 'Bearer');
  return headers;
}

/** The URL of an object that a POST, an import or a clone has created. */
function locationOf(url, id) {
  return `${url.replace(/\/(import|\d+\/clone)$/, '')}/${id}`;
}

function links(url, { page, pages }) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const size = searchParams.get('page_size') ?? 100;
  const link = (rel, number) => `<${pathname}?page=${number}&page_size=${size}>; rel="${rel}"`;
  return [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, pages))] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
    link('last', pages),
  ].join(', ');
}
