// The limit: node:http and pg, one hand-written prepared statement per request, credential check included.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { ROWS } from './rows/index.mjs';

const READERS = 3;
const WRITERS = 7;
const SETTINGS = '-c TimeZone=UTC -c DateStyle=ISO -c random_page_cost=1.1';
const asText = (text) => text;
const PARSERS = { [pg.types.builtins.INT8]: Number, [pg.types.builtins.TIMESTAMPTZ]: asText };
const types = { getTypeParser: (oid, format) => PARSERS[oid] ?? pg.types.getTypeParser(oid, format) };

const connectionString = process.env.DATABASE_URL;
const readers = await Promise.all(
  Array.from({ length: READERS }, async () => {
    const options = `${SETTINGS} -c plan_cache_mode=force_generic_plan`;
    const client = new pg.Client({ connectionString, options, types, pipeline: true });
    await client.connect();
    return client;
  }),
);
const writers = new pg.Pool({ connectionString, options: SETTINGS, types, max: WRITERS });

let turn = 0;
const sql = {
  /** Pipelined: does not wait for the statements before it. */
  read: (name, text, values) => readers[turn++ % READERS].query({ name, text, values, rowMode: 'array' }),
  write: (name, text, values) => writers.query({ name, text, values, rowMode: 'array' }),
};

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
  ['Access-Control-Allow-Headers', 'Authorization, Content-Type, Accept, Origin, X-Filter, X-Requested-With'],
  [
    'Access-Control-Expose-Headers',
    'X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
      'X-Spec-Version, X-Customer-UUID, X-Request-Id, Retry-After, WWW-Authenticate',
  ],
].flat();

const endpoints = ROWS.map(({ bare }) => bare);

const server = createServer((request, response) => {
  const endpoint = endpoints.find(({ method, path }) => method === request.method && path.test(request.url));
  if (!endpoint) answer(response, '*', { status: 404, faults: [{ field: '', reason: 'Not found' }] });
  else if (request.method === 'GET' || request.method === 'DELETE') run(endpoint, request, response);
  else {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => run(endpoint, request, response, JSON.parse(Buffer.concat(chunks).toString())));
  }
});

async function run(endpoint, request, response, body) {
  const match = /^bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? '');
  const key = match && createHash('sha256').update(match[1]).digest();
  const result = key ? await endpoint.handle({ sql, key, url: request.url, body }) : UNAUTHENTICATED;
  answer(response, endpoint.scope ?? '*', result);
}

const UNAUTHENTICATED = { status: 401, faults: [{ field: '', reason: 'Invalid Token' }] };

function answer(response, scope, { status = 200, body, faults, caller }) {
  const text = JSON.stringify(faults ? { errors: faults } : body);
  const headers = [...HEADERS, 'X-Request-Id', randomUUID(), 'X-Accepted-OAuth-Scopes', scope];
  if (caller)
    headers.push('X-OAuth-Scopes', caller.scopes.replaceAll(' ', ', '), 'X-Customer-UUID', caller.euuid);
  else if (status === 401) headers.push('X-OAuth-Scopes', 'unknown', 'WWW-Authenticate', 'Bearer');
  headers.push('Content-Type', 'application/json', 'Content-Length', Buffer.byteLength(text));
  response.writeHead(status, headers);
  response.end(text);
}

server.listen(0, '127.0.0.1', () => console.log(`http://localhost:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
