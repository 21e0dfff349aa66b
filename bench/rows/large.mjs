import { makeWorld } from '../world.mjs';
import { listRecordsOf, newRecord, viewedRecords } from './records.mjs';
import { FULL, makeZones } from './zones.mjs';

const RECORDS = 1_000_000;

/** The service on a database with a million records, to compare with itself on the small one. */
function onLarge(servers) {
  return servers.once('large', async () => {
    const databaseUrl = await servers.createDatabase('large');
    const service = await servers.service(1, 'large');
    const world = await makeWorld(databaseUrl, service);
    const { id } = await world.makeAccount();
    await makeZones(world, id, Math.ceil(RECORDS / FULL), FULL);
    await world.database.query('VACUUM (ANALYZE) records');
    return { service, world, stop: world.close };
  });
}

const large = (name, requests) => ({
  name: `${name}, 1,000,000 records in all`,
  floor: 0.8,
  on: onLarge,
  requests,
  against: { name: 'the same with 12,000', requests },
});

export const LARGE_ROWS = [
  large('GET /domains/{domainId}/records/{recordId}', viewedRecords),
  large('GET /domains/{domainId}/records, page 120', listRecordsOf(120)),
  large('POST /domains/{domainId}/records', newRecord),
];
