import { deepStrictEqual } from 'node:assert';

/** Headers that differ between any two responses. */
const OWN_HEADERS = new Set(['date', 'x-request-id']);
/** Headers of a change that depend on a new id or time, or on whose turn it is. */
const OF_ANSWER = new Set(['etag', 'location', 'x-customer-uuid']);
const OWN_VALUES = /"id":\d+|"(name|domain)":"bench[^"]*"|"(created|updated)":"[^"]*"/g;

/**
 * Requires the same status, headers and bytes of both servers; otherwise their ratio means nothing.
 * Ids, times and names may differ, because a create can't be repeated.
 */
export async function requireSameAnswers(row, world, [service, bare]) {
  const next = await row.requests(world);
  const first = await next();
  const second = first.method === 'GET' || first.method === 'PUT' ? first : await next();
  const answers = [await ask(bare.server.port, first), await ask(service.server.port, second)];
  deepStrictEqual(answers[0], answers[1], `${row.name}: the two servers answer differently`);
  if (answers[1].status !== (row.status ?? 200))
    throw new Error(`${row.name}: ${JSON.stringify(answers[1])}`);
}

async function ask(port, { method, path, token, body }) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const told = [...response.headers].filter(([name]) => !OWN_HEADERS.has(name));
  const isChange = method !== 'GET';
  const headers = Object.fromEntries(
    told.map(([name, value]) => [
      name,
      isChange && OF_ANSWER.has(name) ? value.replace(/[\w-]{43}|[\w-]{36}|\d+/g, '') : value,
    ]),
  );
  const text = (await response.text()).replaceAll(OWN_VALUES, '');
  return { status: response.status, headers: { ...headers, 'content-length': '' }, text };
}
