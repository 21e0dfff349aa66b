import type { TestApp } from './app.js';
import { Client } from './client.js';
import { done } from './makers.js';

/** A token of the client's user, narrowed to these restrictions; its scopes are the client's unless named. */
export async function narrow(
  { url }: Pick<TestApp, 'url'>,
  client: Client,
  restrictions: object,
  more: object = {},
): Promise<Client> {
  return new Client(
    url,
    done(await client.post('/profile/tokens', { restrictions, ...more })).token as string,
  );
}

/** A token for the ACME challenges of the domain. */
export async function narrowToAcme({ url }: Pick<TestApp, 'url'>, client: Client, domain: string) {
  const made = done(await client.post('/profile/tokens', { label: 'acme', preset: 'acme', domain }));
  return new Client(url, made.token as string);
}

/** Of a list: its `data` by one member, and `results`. */
export async function listed(client: Client, path: string, member: string, filter?: object) {
  const answer = done(filter ? await client.filter(path, filter) : await client.get(path));
  return [(answer.data as Record<string, unknown>[]).map((row) => row[member]), answer.results];
}
