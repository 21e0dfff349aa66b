import { callerOf, CREDENTIAL, CREDENTIAL_FROM, refused } from './credential.mjs';

const VIEW = `SELECT ${CREDENTIAL}, u.username, u.id, u.email, u.email_notifications, u.timezone, u.authorized_keys,
    u.lish_auth_method, u.ip_whitelist_enabled, u.restricted, u.two_factor_auth, u.verified_phone_number,
    a.payments_total_usd::float, a.referral_code, a.referrals_completed, a.referrals_credit::float,
    a.referrals_pending, a.referrals_total
  FROM ${CREDENTIAL_FROM} WHERE t.token_hash = $1`;

// A separate join: as a column, PostgreSQL would count for each row.
const LIST = `SELECT ${CREDENTIAL}, counted.results, page.* FROM ${CREDENTIAL_FROM}
  CROSS JOIN LATERAL (SELECT count(*) AS results FROM tokens p
    WHERE p.user_id = u.id AND p.kind = 'personal' AND (p.expiry IS NULL OR p.expiry > $4)) counted
  LEFT JOIN LATERAL (SELECT p.id, p.label, p.scopes, p.created, p.expiry, p.token_prefix FROM tokens p
    WHERE p.user_id = u.id AND p.kind = 'personal' AND (p.expiry IS NULL OR p.expiry > $4)
    ORDER BY p.id LIMIT $2 OFFSET $3) page ON true
  WHERE t.token_hash = $1`;

const MINIMUM_PAYMENTS_USD = 25;
const time = (text) => text && `${text.slice(0, 10)}T${text.slice(11, 19)}`;

function referralsOf([payments, code, completed, credit, pending, total]) {
  if (payments < MINIMUM_PAYMENTS_USD) {
    return { code: '', url: '', completed: 0, credit: 0, pending: 0, total: 0 };
  }
  return { code, url: `${process.env.PUBLIC_URL}/?r=${code}`, completed, credit, pending, total };
}

const viewProfile = {
  method: 'GET',
  path: /^\/v4\/profile$/,
  async handle({ sql, key }) {
    const [row] = (await sql.read('profile', VIEW, [key])).rows;
    const { caller, refusal } = callerOf(row);
    if (refusal) return refusal;
    const [username, uid, email, notifications, timezone, keys, lish, whitelist, restricted, tfa, phone] =
      row.slice(4);
    const body = {
      username,
      uid,
      email,
      email_notifications: notifications,
      timezone,
      authentication_type: 'password',
      authorized_keys: keys,
      lish_auth_method: lish,
      ip_whitelist_enabled: whitelist,
      restricted,
      two_factor_auth: tfa,
      referrals: referralsOf(row.slice(15)),
      verified_phone_number: phone,
    };
    return { caller, body };
  },
};

const listTokens = {
  method: 'GET',
  path: /^\/v4\/profile\/tokens$/,
  scope: 'account:read_only',
  async handle({ sql, key }) {
    const { rows } = await sql.read('tokens', LIST, [key, PAGE, 0, new Date()]);
    const { caller, refusal } = callerOf(rows[0], 'account:read_only');
    if (refusal) return refusal;
    const results = rows[0][4];
    const data = rows
      .filter((row) => row[5] !== null)
      .map(([, , , , , id, label, scopes, created, expiry, token]) => ({
        id,
        label,
        scopes,
        created: time(created),
        expiry: time(expiry),
        token,
      }));
    return { caller, body: { data, page: 1, pages: Math.max(1, Math.ceil(results / PAGE)), results } };
  },
};

const LOCK_USER = `SELECT u.id FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = $1 FOR NO KEY UPDATE OF u`;
// Counts after the lock: in one statement, the count would be from before it.
const INSERT_KEY = `WITH caller AS (
    SELECT ${CREDENTIAL}, t.id AS token_id, u.id AS user_id, u.username, u.account_id,
      (t.expiry IS NULL OR t.expiry > now()) AND string_to_array(t.scopes, ' ') && '{*,account:read_write}' AS reaches
    FROM ${CREDENTIAL_FROM} WHERE t.token_hash = $1),
  made AS (INSERT INTO ssh_keys (account_id, user_id, label, ssh_key, created)
    SELECT account_id, user_id, $2, $3, $4 FROM caller WHERE reaches
      AND (SELECT count(*) FROM ssh_keys k WHERE k.user_id = caller.user_id) < $5 RETURNING id, label, created),
  recorded AS (INSERT INTO events (account_id, user_id, username, token_id, client_address, action, created, entity_type,
      entity_id, entity_label, entity_url, status, percent_complete)
    SELECT c.account_id, c.user_id, c.username, c.token_id, $6, 'user_ssh_key_add', $4, 'user_ssh_key', m.id, m.label,
      '/v4/profile/sshkeys/' || m.id, 'notification', 100 FROM caller c, made m)
  SELECT scopes, expiry, euuid, restricted, (SELECT id FROM made), (SELECT created FROM made) FROM caller`;
const MAX_KEYS = Number(process.env.MAX_SSH_KEYS_PER_USER ?? 1000);
const SSH_KEY = /^ssh-ed25519 [A-Za-z0-9+/=]+( .*)?$/;

const createSshKey = {
  method: 'POST',
  path: /^\/v4\/profile\/sshkeys$/,
  scope: 'account:read_write',
  async handle({ sql, key, body, address }) {
    const { label = '', ssh_key: sshKey } = body;
    const isValid = typeof label === 'string' && label.length <= 64 && SSH_KEY.test(sshKey);
    if (!isValid) return refused(undefined, 400, 'ssh_key is not valid', 'ssh_key');
    const values = [key, label, sshKey, new Date(), MAX_KEYS, address];
    const [, made] = await sql.transaction(
      ['lock user', LOCK_USER, [key]],
      ['insert key', INSERT_KEY, values],
    );
    const { caller, refusal } = callerOf(made.rows[0], 'account:read_write');
    if (refusal) return refusal;
    const [, , , , id, created] = made.rows[0];
    if (id === null) return refused(caller, 400, `You have reached the maximum of ${MAX_KEYS} SSH keys.`);
    return { caller, body: { id, label, ssh_key: sshKey, created: time(created) } };
  },
};

const PAGE = 100;

/** Makes a full page of tokens. */
function makeTokens({ database, reader }) {
  return database.query(
    `INSERT INTO tokens (account_id, user_id, kind, label, scopes, token_hash, token_prefix, created)
     SELECT (SELECT account_id FROM users WHERE id = $1), $1, 'personal', 'deployment', 'vpc:read_only', sha256(n::text::bytea), left(md5(n::text), 16), now()
     FROM generate_series(1, $2) n`,
    [reader.user.uid, PAGE],
  );
}

/** Enough users that requests rarely wait for a lock. */
const OWNERS = 64;

async function makeOwners(world) {
  const owners = [];
  for (let made = 0; made < OWNERS; made++) owners.push(await world.makeAccount());
  return owners;
}

const readProfile = (world) => () => ({ method: 'GET', path: '/v4/profile', token: world.reader.token });

/** The service with a general limit, as in docker-compose.yml, that no run reaches. */
async function onLimited(servers, world) {
  return { service: await servers.service(1, '', { RATE_LIMIT_REQUESTS: '1000000' }), world };
}

export const PROFILE_ROWS = [
  {
    name: 'GET /profile',
    floor: 0.92,
    processes: [2, 4],
    crowd: true,
    bare: viewProfile,
    requests: readProfile,
  },
  {
    name: 'GET /profile, RATE_LIMIT_REQUESTS on',
    floor: 0.6,
    floorBy: 'cpu',
    on: onLimited,
    requests: readProfile,
    against: { name: 'the same, off', requests: readProfile },
  },
  {
    name: 'GET /profile/tokens, a page of 100',
    floor: 0.88,
    bare: listTokens,
    async requests(world) {
      await world.once('tokens', () => makeTokens(world));
      return () => ({ method: 'GET', path: '/v4/profile/tokens', token: world.reader.token });
    },
  },
  {
    name: 'POST /profile/sshkeys',
    floor: 0.6,
    bare: createSshKey,
    async requests(world) {
      const users = await world.once('owners of keys', () => makeOwners(world));
      const { rows } = await world.database.query('DELETE FROM ssh_keys');
      let turn = rows.length;
      return () => ({
        method: 'POST',
        path: '/v4/profile/sshkeys',
        token: users[turn++ % users.length].token,
        body: { label: 'laptop', ssh_key: `ssh-ed25519 ${'A'.repeat(68)} bench@example.com` },
      });
    },
  },
];
