/** Tokens of the filled sets: one of the big account, and one of another account. */
const BIG = 'growth-0';
const OTHER = 'growth-1';
/** A restricted user of the big account, and a user of it who has a thousand tokens and logins. */
const RESTRICTED = 'growth-restricted';
const OWN = 'growth-own-0';
/** A restricted user of that account with as many logins as all users with a thousand together. */
const ALONE = 'growth-alone';

let names = 0;

const filled = (path, ids) => path.replace(/{(\w+)}/g, (_, what) => ids[what]);

const read = (name, path, token = BIG) => ({
  name: `GET ${name}`,
  async requests(set) {
    const asked = filled(path, await idsOf(set));
    return () => ({ method: 'GET', path: asked, token });
  },
});

/** Reads the last hundred rows of a list of the big account by cursor. */
const lastByCursor = (path, token = BIG) => ({
  name: `GET ${path} by cursor, the last`,
  async requests(set) {
    const list = filled(path, await idsOf(set));
    set.cursors ??= {};
    set.cursors[path] ??= await cursorBeforeEnd(set, list, token);
    return () => ({ method: 'GET', path: `/v4${list}?cursor=${set.cursors[path]}`, token });
  },
});

async function cursorBeforeEnd({ service }, path, token) {
  const ask = async (query) => {
    const url = `http://127.0.0.1:${service.port}/v4${path}?${query}`;
    return (await fetch(url, { headers: { Authorization: `Bearer ${token}` } })).json();
  };
  const { results } = await ask('page_size=1');
  let cursor = '';
  for (let left = results - 100; left > 0; left -= 500) {
    cursor = (await ask(`cursor=${cursor}&page_size=${Math.min(500, left)}`)).next_cursor;
  }
  return cursor;
}

/**
 * Ids of the big account: its first domain with a record, a VPC, an event, and the number of its
 * last page of domains.
 */
async function idsOf(set) {
  set.ids ??= await queryIds(set.database);
  return set.ids;
}

async function queryIds(database) {
  const { rows } = await database.query(
    `SELECT d.id AS domain, (SELECT min(id) FROM records r WHERE r.domain_id = d.id) AS record,
       (SELECT min(v.id) FROM vpcs v WHERE v.account_id = d.account_id) AS vpc,
       (SELECT max(e.id) FROM events e WHERE e.account_id = d.account_id) AS event,
       (SELECT (count(*) + 99) / 100 FROM events e WHERE e.account_id = d.account_id) AS "lastEvents",
       (SELECT (count(*) + 99) / 100 FROM logins l JOIN users u ON u.id = l.user_id
         WHERE u.username = 'growth-alone') AS "lastLogins",
       (SELECT domain_count / 100 FROM accounts a WHERE a.id = d.account_id) AS "lastPage"
     FROM domains d WHERE d.domain = 'd0.growth.example'`,
  );
  return rows[0];
}

const filtered = (name, path, filter) => ({
  name,
  requests: () => () => ({
    method: 'GET',
    path,
    token: BIG,
    headers: { 'X-Filter': JSON.stringify(filter) },
  }),
});

/** The ids of domains of the big account that can take more records. */
async function domainsOf({ database }) {
  const { rows } = await database.query(
    `SELECT d.id FROM domains d WHERE d.account_id = (SELECT account_id FROM domains WHERE domain = 'd0.growth.example')
     AND d.record_count < 1000 ORDER BY d.id LIMIT 200`,
  );
  return rows.map(({ id }) => id);
}

/** A record of each of these domains. */
async function recordsOf(set) {
  const { rows } = await set.database.query(
    'SELECT domain_id AS domain, min(id) AS record FROM records WHERE domain_id = ANY ($1) GROUP BY 1',
    [await domainsOf(set)],
  );
  return rows;
}

const newRecords = (name, { token, headers = () => ({}) }) => ({
  name,
  writes: true,
  async requests(set) {
    const ids = await domainsOf(set);
    let turn = 0;
    return () => ({
      method: 'POST',
      path: `/v4/domains/${ids[turn++ % ids.length]}/records`,
      token,
      body: { type: 'A', name: `bench${names++}`, target: '192.0.2.1' },
      headers: headers(),
    });
  },
});

export const ROUTES = [
  read('/profile', '/v4/profile'),
  read('/profile/tokens', '/v4/profile/tokens', OTHER),
  read('/profile/tokens, page 1, of a user with 1,000', '/v4/profile/tokens', OWN),
  read('/profile/tokens, the last page, of a user with 1,000', '/v4/profile/tokens?page=10', OWN),
  lastByCursor('/profile/tokens', OWN),
  read('/profile/logins, page 1, of a user with 1,000', '/v4/profile/logins', OWN),
  read('/profile/logins, the last page, of a user with 1,000', '/v4/profile/logins?page=10', OWN),
  lastByCursor('/profile/logins', OWN),
  read('/profile/logins, page 1, of the one with all of them', '/v4/profile/logins', ALONE),
  read(
    '/profile/logins, the last page, of the one with all of them',
    '/v4/profile/logins?page={lastLogins}',
    ALONE,
  ),
  read('/domains, page 1', '/v4/domains'),
  read('/domains, page 1, of a restricted user', '/v4/domains', RESTRICTED),
  read('/domains, page 1, of another account', '/v4/domains', OTHER),
  read('/domains, the last page', '/v4/domains?page={lastPage}'),
  read('/domains by cursor, the first', '/v4/domains?cursor='),
  lastByCursor('/domains'),
  read('/domains/{domainId}', '/v4/domains/{domain}'),
  filtered('GET /domains by its name', '/v4/domains', { domain: 'd20.growth.example' }),
  read('/domains/{domainId}/records, page 1', '/v4/domains/{domain}/records'),
  read('/domains/{domainId}/records, page 120', '/v4/domains/{domain}/records?page=120'),
  lastByCursor('/domains/{domain}/records'),
  read('/domains/{domainId}/records/{recordId}', '/v4/domains/{domain}/records/{record}'),
  read('/domains/{domainId}/zone-file', '/v4/domains/{domain}/zone-file'),
  read('/domains/{domainId}/versions, page 1, of 1,000', '/v4/domains/{domain}/versions'),
  read('/domains/{domainId}/versions, the last page, of 1,000', '/v4/domains/{domain}/versions?page=10'),
  lastByCursor('/domains/{domain}/versions'),
  read('/domains/{domainId}/versions/{version}/diff', '/v4/domains/{domain}/versions/1000/diff'),
  read('/vpcs/{vpcId}', '/v4/vpcs/{vpc}'),
  read('/vpcs, page 1', '/v4/vpcs'),
  read('/images, page 1', '/v4/images'),
  read('/account/events, page 1', '/v4/account/events'),
  read('/account/events, the last page', '/v4/account/events?page={lastEvents}'),
  read('/account/events, page 1, of a restricted user', '/v4/account/events', RESTRICTED),
  read('/account/events, page 1, of another account', '/v4/account/events', OTHER),
  lastByCursor('/account/events'),
  read('/account/events/{eventId}', '/v4/account/events/{event}'),
  newRecords('POST /domains/{domainId}/records', { token: BIG }),
  newRecords('POST /domains/{domainId}/records with a key, of a user with 1,000 kept answers', {
    token: OWN,
    headers: () => ({ 'Idempotency-Key': `growth-${process.pid}-${names}` }),
  }),
  {
    name: 'PUT /domains/{domainId}/records/{recordId}',
    writes: true,
    async requests(set) {
      const records = await recordsOf(set);
      let turn = 0;
      return () => {
        const { domain, record } = records[turn++ % records.length];
        const body = { target: `192.0.2.${turn % 250}` };
        return { method: 'PUT', path: `/v4/domains/${domain}/records/${record}`, token: BIG, body };
      };
    },
  },
  {
    name: 'POST /domains',
    writes: true,
    requests: () => () => ({
      method: 'POST',
      path: '/v4/domains',
      token: BIG,
      body: { domain: `bench${process.pid}-${names++}.example`, type: 'master', soa_email: 'a@example.com' },
    }),
  },
];
