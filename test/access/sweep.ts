import type { Answer, Client } from '../support/client.js';
import { pathOf, type Row } from './rows.js';

type Named = { readonly name: string };

/** The row's request by this client, with an empty body if it accepts one. */
export function ask(
  client: Client,
  row: Row,
  params: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = row.method === 'GET' || row.method === 'DELETE' ? undefined : {};
  return client.send(row.method, pathOf(row, params), body, headers);
}

/** The results of `of`, by the row's name. */
export function each<Of extends Named, T>(rows: readonly Of[], of: (row: Of) => T): Record<string, T> {
  return Object.fromEntries(rows.map((row) => [row.name, of(row)]));
}

/** As `each`, one row after the other. */
export async function eachInTurn<Of extends Named, T>(rows: readonly Of[], of: (row: Of) => Promise<T>) {
  const found: Record<string, T> = {};
  for (const row of rows) found[row.name] = await of(row);
  return found;
}

/** The decision that the caller sees, for each row. */
export function answers(rows: readonly Row[], send: (row: Row) => Promise<Answer>) {
  return eachInTurn(rows, async (row) => {
    const { status, body, headers } = await send(row);
    const [authenticate, scopes] = [headers.get('www-authenticate'), headers.get('x-oauth-scopes')];
    return { status, body: body as unknown, authenticate, scopes };
  });
}

export function statuses(rows: readonly Row[], send: (row: Row) => Promise<Answer>) {
  return eachInTurn(rows, async (row) => (await send(row)).status);
}

const DIFFERS_EACH_TIME = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** A response without the members that differ for each request. */
export function seen({ status, body, headers }: Answer) {
  const kept = [...headers].filter(([name]) => !DIFFERS_EACH_TIME.has(name));
  return { status, body: body as unknown, headers: Object.fromEntries(kept) };
}
