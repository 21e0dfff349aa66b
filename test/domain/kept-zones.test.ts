import type { Pool } from 'pg';
import { KeptZones } from '../../src/signer/kept-zones.js';
import { createSignerPool } from '../../src/signer/signer-pool.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

let app: TestApp;
let pool: Pool;
beforeAll(async () => {
  app = await startApp();
  pool = createSignerPool(app.databaseUrl);
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

it('[D-290] a zone whose records are too long is not signed, and the signer goes on with others', async () => {
  const { client } = await makeAccount(app);
  const [{ id, domain }, other] = [await makeDomain(client), await makeDomain(client)];
  for (const zone of [id, other.id]) done(await client.post(`/domains/${zone}/dnssec`));
  // In PowerDNS's form, an octet that is not printable takes four characters.
  await query(
    app,
    `INSERT INTO records (account_id, domain_id, type, name, fqdn, target, rdata, ttl_sec, priority, weight, port, created, updated)
     SELECT account_id, id, 'TXT', 'a', 'a.' || domain, n || repeat('\u0001', 64800), '"' || n || repeat('\\001', 64800) || '"',
       0, 0, 0, 0, now(), now() FROM domains, generate_series(1, 520) n WHERE id = $1`,
    [id],
  );
  const zones = new KeptZones(pool);
  await expect(zones.current(domain)).rejects.toThrow('a zone of too many bytes');
  expect(await zones.current(other.domain)).toMatchObject({ domainId: other.id });
});
