import { Jobs } from '../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import { makeOAuthClient } from '../support/oauth-makers.js';
import { query } from '../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const KEPT = `now() + interval '1 hour'`;
const EXPIRED = `now() - interval '1 hour'`;

/** Of each table: the job that tidies it, and the values of a row that stays and of one that goes. */
const ROWS = {
  login_sessions: {
    job: 'auth.sessions',
    columns: 'account_id, user_id, created, token_hash, expiry',
    rows: [`$1, $2, now(), '\\x01', ${KEPT}`, `$1, $2, now(), '\\x02', ${EXPIRED}`],
  },
  pending_logins: {
    job: 'auth.pendingLogins',
    columns: 'account_id, user_id, login_id, remember, token_hash, expiry',
    rows: [`$1, $2, 1, false, '\\x01', ${KEPT}`, `$1, $2, 1, false, '\\x02', ${EXPIRED}`],
  },
  used_passkey_challenges: {
    job: 'auth.passkeyChallenges',
    columns: 'challenge_hash, expiry',
    rows: [`'\\x01', ${KEPT}`, `'\\x02', ${EXPIRED}`],
  },
  oauth_grants: {
    job: 'auth.grants',
    columns: 'account_id, user_id, client_id, payload, id, created',
    rows: [
      `$1, $2, $3, '{}', 'new', now() - interval '23 hours'`,
      `$1, $2, $3, '{}', 'spent', now() - interval '25 hours'`,
      `$1, $2, $3, '{}', 'in use', now() - interval '25 hours'`,
    ],
  },
  oauth_payloads: {
    job: 'auth.payloads',
    columns: 'kind, payload, id_hash, grant_id, consumed, expiry',
    rows: [
      `'Interaction', '{}', '\\x01', NULL, NULL, ${KEPT}`,
      `'Interaction', '{}', '\\x02', NULL, NULL, ${EXPIRED}`,
      `'RefreshToken', '{}', '\\x03', 'in use', now() - interval '29 days', ${KEPT}`,
      `'RefreshToken', '{}', '\\x04', 'in use', now() - interval '31 days', ${KEPT}`,
      `'AuthorizationCode', '{}', '\\x05', NULL, now() - interval '31 days', ${KEPT}`,
    ],
  },
};
type Table = keyof typeof ROWS;

it('jobs delete the records of sign-in that have expired, and no others', async () => {
  const account = await makeAccount(app);
  const values = [account.id, account.uid, await makeOAuthClient(account)];
  for (const [table, { columns, rows }] of Object.entries(ROWS)) {
    for (const row of rows) {
      const used = values.slice(0, Math.max(0, ...(row.match(/\$\d/g) ?? []).map((one) => Number(one[1]))));
      await query(app, `INSERT INTO ${table} (${columns}) VALUES (${row})`, used);
    }
  }

  const removed = await Promise.all(Object.values(ROWS).map(({ job }) => run(job)));

  expect(Object.fromEntries(Object.keys(ROWS).map((table, index) => [table, removed[index]]))).toEqual({
    login_sessions: 1,
    pending_logins: 1,
    used_passkey_challenges: 1,
    oauth_grants: 1,
    oauth_payloads: 2,
  });
  expect(await left('login_sessions', 'token_hash')).toEqual(['\\x01']);
  expect(await left('pending_logins', 'token_hash')).toEqual(['\\x01']);
  expect(await left('used_passkey_challenges', 'challenge_hash')).toEqual(['\\x01']);
  expect(await left('oauth_grants', 'id')).toEqual(['in use', 'new']);
  expect(await left('oauth_payloads', 'id_hash')).toEqual(['\\x01', '\\x03', '\\x05']);
});

function run(name: string): Promise<unknown> {
  return app.app
    .get(Jobs)
    .all()
    .find((job) => job.name === name)!
    .run() as Promise<unknown>;
}

async function left(table: Table, column: string): Promise<unknown[]> {
  const rows = await query(app, `SELECT ${column}::text AS key FROM ${table} ORDER BY 1`);
  return rows.map(({ key }) => key);
}
