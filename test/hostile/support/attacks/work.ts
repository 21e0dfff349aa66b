import { done, makeAccount } from '../../../support/makers.js';
import { makeLongDomain } from '../../../support/domains.js';
import { someAddress } from '../addresses.js';
import type { MakeAttack } from '../attack.js';
import { Sender } from '../keep-alive-sender.js';
import type { ServiceProcess } from '../service-process.js';

const LANES = 16;
const READERS = 20;
const OPERANDS = 90;

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The same request on many connections. @param allowed statuses that it may be answered with */
export function requests(service: ServiceProcess, allowed: readonly number[], next: () => Sent) {
  const sender = new Sender(service.url);
  return {
    lanes: LANES,
    async round() {
      const { method = 'GET', path, headers = {}, body } = next();
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const lines = Object.entries(headers);
      const answer = await sender.send({ operation: path, method, path, headers: lines, body: bytes });
      if (typeof answer === 'string') throw new Error(answer);
      if (!allowed.includes(answer.status)) throw new Error(`${path}: ${answer.status}`);
    },
    end: async () => sender.close(),
  };
}

/** Each comes from an address of its own. */
const fromSomeAddress = () => ({ 'X-Forwarded-For': someAddress() });

/** Lists by a filter of many members, each of which looks into 1,000 long texts. */
export const heavyFilters: MakeAttack = async (service) => {
  const { client } = await makeAccount(service);
  const id = await makeLongDomain(service, client, 1000, 3200);
  const members = Array.from({ length: OPERANDS }, (_, n) => ({ target: { '+contains': `none${n}` } }));
  const headers = { Authorization: `Bearer ${client.token}`, 'X-Filter': JSON.stringify({ '+or': members }) };
  return requests(service, [200, 429, 503], () => ({ path: `/v4/domains/${id}/records`, headers }));
};

/** Pages of 6 MB, on many connections without a pause. */
export const largePages: MakeAttack = async (service) => {
  const { client } = await makeAccount(service);
  const path = `/v4/domains/${await makeLongDomain(service, client, 500, 12_000)}/records?page_size=500`;
  const headers = { Authorization: `Bearer ${client.token}` };
  return { ...requests(service, [200], () => ({ path, headers })), lanes: READERS };
};

/** Pages of 600 KB, 32 at once. */
export const manyPages: MakeAttack = async (service) => {
  const { client } = await makeAccount(service);
  const path = `/v4/domains/${await makeLongDomain(service, client, 100, 6000)}/records`;
  const headers = { Authorization: `Bearer ${client.token}` };
  const { round, end } = requests(service, [200], () => ({ path, headers }));
  const burst = async () => void (await Promise.all(Array.from({ length: 32 }, round)));
  return { lanes: 1, round: burst, end };
};

/** Copies of a zone of 12,000 records; a dry run may cost others no more than a real one does. */
const copies =
  (name: string, more: Readonly<Record<string, string>> = {}): MakeAttack =>
  async (service) => {
    const { client } = await makeAccount(service);
    const path = `/v4/domains/${await makeLongDomain(service, client, 12_000, 100)}/clone`;
    const headers = {
      Authorization: `Bearer ${client.token}`,
      'Content-Type': 'application/json',
      ...more,
    };
    let count = 0;
    return requests(service, [200, 503], () => {
      const body = JSON.stringify({ domain: `${name}${++count}.example.com` });
      return { method: 'POST', path, headers, body };
    });
  };
export const clones: MakeAttack = copies('copy');
export const dryClones: MakeAttack = copies('dry', { 'Dry-Run': 'true' });

/** One account changes a password again and again. */
export const passwordChanges: MakeAttack = async (service) => {
  const { client, username } = await makeAccount(service);
  const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ password: 'correct horse battery' });
  const path = `/v4/account/users/${username}`;
  return requests(service, [200, 429, 503], () => ({ method: 'PUT', path, headers, body }));
};

/** Many addresses try passwords, of a name that exists and of names that don't. */
export const passwordGuesses: MakeAttack = async (service) => {
  const { username } = await makeAccount(service);
  let count = 0;
  const page = await fetch(`${service.url}/login`);
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(await page.text())!;
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return requests(service, [401, 429], () => {
    const name = count++ % 2 ? username : `nobody-${count}`;
    const fields = { csrf: csrf!, step: 'password', username: name, password: 'wrong' };
    const type = { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie };
    const body = String(new URLSearchParams(fields));
    return { method: 'POST', path: '/login', headers: { ...fromSomeAddress(), ...type }, body };
  });
};

const authorizePath = async (service: ServiceProcess) => {
  const { client } = await makeAccount(service);
  const made = await client.post('/account/oauth-clients', {
    label: 'app',
    redirect_uri: 'https://a.example/',
  });
  const asked = {
    client_id: done(made).id,
    response_type: 'code',
    scope: 'vpc:read_only',
    state: 'x'.repeat(1000),
  };
  return `/oauth/authorize?${new URLSearchParams(asked)}`;
};

/** Nobody in particular, at many addresses, begins to authorize an application. */
export const authorizeFlood: MakeAttack = async (service) => {
  const path = await authorizePath(service);
  return requests(service, [303, 429], () => ({ path, headers: fromSomeAddress() }));
};

/** The same from one address, which the service refuses after 300 requests. */
export const authorizeFloodFromOneAddress: MakeAttack = async (service) => {
  const path = await authorizePath(service);
  const headers = fromSomeAddress();
  return requests(service, [303, 429], () => ({ path, headers }));
};

/** Nobody in particular, at many addresses, asks for the page of the login. */
export const loginFlood: MakeAttack = async (service) =>
  requests(service, [200, 429], () => ({ path: '/login', headers: fromSomeAddress() }));
