import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import pg from 'pg';
import { AccessFacts } from '../../src/access/access-facts.js';
import { ENDPOINTS, endpointOf, type EndpointName } from '../../src/access/endpoints.js';
import { SignInLimit } from '../../src/shared/limits/sign-in-limit.js';
import { startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { rawRequest } from '../support/raw-http.js';
import { pathOf } from './rows.js';
import { Scene } from './scene.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
afterAll(async () => {
  await database.end();
  await app.close();
});

const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGVEUJIi0nH8hNzz5MnMRKyzlVdhBmnhVfFlHQUeLGxX a@b';

const ANSWERS = [1, 2, 3].map((question_id) => ({ question_id, response: 'late answer' }));

/** Every change that may have a body, with a body that the scene accepts as far as possible. */
const CHANGES: Partial<Record<EndpointName, object>> = {
  'vpc.create': { label: 'late', region: 'us-east' },
  'vpc.update': { label: 'late' },
  'vpc.subnet.create': { label: 'late', ipv4: '10.0.9.0/24' },
  'vpc.subnet.update': { label: 'late' },
  'profile.update': { email: 'late@example.com' },
  'profile.phone.send': { iso_code: 'US', phone_number: '555-555-5555' },
  'profile.phone.verify': { otp_code: '123456' },
  'profile.preferences.update': { theme: 'late' },
  'profile.securityQuestions.answer': { security_questions: ANSWERS },
  'profile.sshKey.create': { label: 'late', ssh_key: SSH_KEY },
  'profile.sshKey.update': { label: 'late' },
  'profile.tfa.enable': { padding: 'late' },
  'profile.tfa.confirm': { tfa_code: '123456' },
  'profile.tfa.disable': { padding: 'late' },
  'profile.token.create': { label: 'late' },
  'profile.token.update': { label: 'late' },
  'domain.create': { domain: 'late.example.org', type: 'master', soa_email: 'a@example.com' },
  'domain.import': { domain: 'later.example.org', remote_nameserver: '127.0.0.1' },
  'domain.claim.create': { domain: 'latest.example.org' },
  'domain.claim.check': { padding: 'late' },
  'domain.clone': { domain: 'clone.example.org' },
  'domain.update': { description: 'late' },
  'domain.dnssec.sign': { padding: 'late' },
  'domain.dnssec.roll': { padding: 'late' },
  'domain.dnssec.delegate': { padding: 'late' },
  'domain.change.create': { changes: [{ create: { type: 'A', name: 'late', target: '192.0.2.9' } }] },
  'domain.zoneText.apply': { padding: 'late' },
  'domain.version.restore': { max_deletes: 10 },
  'domain.deleted.restore': { padding: 'late' },
  'domain.record.create': { type: 'A', name: 'late', target: '192.0.2.9' },
  'domain.record.update': { target: '192.0.2.9' },
  'domain.record.note.update': { note: 'late' },
  'image.create': { disk_id: 1 },
  'image.upload': { label: 'late', region: 'us-east' },
  'image.update': { label: 'late' },
  'event.read': { padding: 'late' },
  'event.seen': { padding: 'late' },
  'account.user.create': { username: 'late-comer', email: 'late@example.com', restricted: true },
  'account.user.update': { email: 'late@example.com' },
  'account.user.setGrants': { global: { add_vpcs: true } },
  'account.client.create': { label: 'late', redirect_uri: 'https://example.com/' },
  'account.client.update': { label: 'late' },
  'account.client.resetSecret': { padding: 'late' },
};

/** POST that changes nothing. */
const QUESTIONS = ['profile.access'];

const OWNER = (scene: Scene) => scene.owner();
const GRANTED = (scene: Scene) =>
  scene.restricted({
    grants: 'read_write',
    globalGrants: ['add_vpcs', 'add_domains', 'add_images'],
    accountAccess: 'read_write',
  });
const user = '(SELECT user_id FROM tokens WHERE token_hash = sha256($1))';

/** The caller, and the statements that withdraw their access; `$1` is the token. */
const LOSSES: Readonly<Record<string, readonly [(scene: Scene) => Promise<Client>, ...string[]]>> = {
  'the token is revoked': [OWNER, 'DELETE FROM tokens WHERE token_hash = sha256($1)'],
  'the token expires': [OWNER, "UPDATE tokens SET expiry = '2026-01-01' WHERE token_hash = sha256($1)"],
  'the user is deleted': [OWNER, `DELETE FROM users WHERE id = ${user}`],
  'the user is restricted': [OWNER, `UPDATE users SET restricted = true WHERE id = ${user}`],
  'grants are lessened': [
    GRANTED,
    `UPDATE grants SET permissions = 'read_only' WHERE user_id = ${user}`,
    `UPDATE users SET account_access = 'read_only', global_grants = '{}' WHERE id = ${user}`,
  ],
  'grants are removed': [
    GRANTED,
    `DELETE FROM grants WHERE user_id = ${user}`,
    `UPDATE users SET account_access = NULL, global_grants = '{}' WHERE id = ${user}`,
  ],
};

/**
 * Sends all of the body but its last byte, waits for `meanwhile`, and sends the last byte.
 * @returns the status.
 */
async function sendSlowly(request: string, body: string, meanwhile: () => Promise<void>): Promise<number> {
  // Without a delay: TCP would hold the last byte back for 40 ms.
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', noDelay: true });
  socket.write(`${request}Content-Length: ${Buffer.byteLength(body)}\r\nExpect: 100-continue\r\n\r\n`);
  // The service requests the body after the early decision, which admits the caller or refuses
  // them.
  const early = await nextStatus(socket);
  if (early === 100) {
    socket.write(body.slice(0, -1));
    await meanwhile();
    socket.write(body.slice(-1));
  }
  const status = early === 100 ? await nextStatus(socket) : early;
  socket.destroy();
  return status;
}

async function nextStatus(socket: Socket): Promise<number> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))![1]);
}

/** The tables of changes without an event. */
const WITHOUT_EVENT = [
  'preferences',
  'two_factor_secrets',
  'phone_codes',
  'security_answers',
  'event_reads',
  'grants',
  'domain_claims',
];

/** A number that grows with every change of the account. */
async function changes({ params }: Scene): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM events WHERE account_id = $1) + (SELECT coalesce(sum(events_seen_id), 0) FROM users)
       + ${WITHOUT_EVENT.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ')}
       AS count`,
    [params.accountId],
  );
  return Number(rows[0]!.count);
}

it('[D-206] the tests have every change of the API that may have a body', () => {
  const all = Object.entries(ENDPOINTS).filter(
    ([, { method, credential }]) => credential === 'token' && (method === 'POST' || method === 'PUT'),
  );
  expect([...Object.keys(CHANGES), ...QUESTIONS].sort()).toEqual(all.map(([name]) => name).sort());
});

const REFUSED = [401, 403, 404];
let refused = 0;

describe.each(Object.entries(LOSSES))('%s while a body comes in', (_, [caller, ...losses]) => {
  it.each(Object.entries(CHANGES))('[D-206] %s gets the decision of a new request', async (name, change) => {
    const scene = await Scene.make(app, database);
    const client = await caller(scene);
    const row = endpointOf(name as EndpointName);
    const [path, body] = [pathOf(row, scene.params), JSON.stringify(change)];
    let before = await changes(scene);
    const head = `${row.method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.token}\r\n`;
    const type = row.bodyType ?? 'application/json';
    const status = await sendSlowly(`${head}Content-Type: ${type}\r\n`, body, async () => {
      for (const loss of losses) await database.query(loss, [client.token]);
      before = await changes(scene);
    });
    const isRefused = REFUSED.includes(status);
    if (isRefused) expect(await changes(scene)).toBe(before);
    refused += Number(isRefused);
    const fresh = await client.send(row.method, path, body);
    if (REFUSED.includes(fresh.status)) expect(status).toBe(fresh.status);
    else expect(REFUSED).not.toContain(status);
  });
});

it('[D-206] refused all changes but those that a restricted user may still make', () => {
  expect(refused).toBe(224);
});

it('[D-212] a credential that is refused after a slow body counts as refused', async () => {
  const { token } = await (await Scene.make(app, database)).owner();
  const count = jest.spyOn(app.app.get(SignInLimit), 'count');
  const head = `POST /v4/vpcs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const status = await sendSlowly(head, JSON.stringify(CHANGES['vpc.create']), async () => {
    expect(count).not.toHaveBeenCalled();
    await database.query('DELETE FROM tokens WHERE token_hash = sha256($1)', [token]);
  });
  expect([status, count.mock.calls]).toEqual([401, [['127.0.0.1']]]);
  count.mockRestore();
});

it('[D-206] decides once on a body in one packet with its headers, and twice on a slow one', async () => {
  const { token } = await (await Scene.make(app, database)).owner();
  const find = jest.spyOn(app.app.get(AccessFacts), 'find');
  const lines = [
    'POST /v4/vpcs HTTP/1.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
  ];
  const body = JSON.stringify(CHANGES['vpc.create']);
  expect((await rawRequest(app.url, lines, body)).status).toBe(200);
  expect(find).toHaveBeenCalledTimes(1);
  expect(await sendSlowly(`${lines.join('\r\n')}\r\nHost: x\r\n`, body, () => Promise.resolve())).toBe(200);
  expect(find).toHaveBeenCalledTimes(3);
  find.mockRestore();
});
