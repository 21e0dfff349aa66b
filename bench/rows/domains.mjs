import { join } from 'node:path';
import { AXFR_ADDRESS, listening, root } from '../servers.mjs';
import { cloneDomain, deleteDomain, listDomains } from './domains.bare.mjs';
import { importDomain } from './import.bare.mjs';
import { viewZoneFile } from './zone-file.bare.mjs';
import { FULL, makeZones, readZone, removeZones } from './zones.mjs';

const PAGE = 100;
/** Of what takes a tenth of a second each. */
const PER_RUN = 8;

let names = 0;

/** Removes what the run before has made, so that each finds the same. */
async function nextMade(world) {
  await removeZones(world, world.writer.id, `domain LIKE 'benchmade%'`);
  return () => `benchmade${names++}.example`;
}

const peerOfImports = (servers) =>
  servers.once('axfr peer', () =>
    listening([join(root, 'bench', 'peers', 'axfr-peer.mjs'), AXFR_ADDRESS], process.env),
  );

export const DOMAIN_ROWS = [
  {
    name: 'GET /domains, a page of 100',
    floor: 0.8,
    bare: listDomains,
    twoProcesses: true,
    async requests(world) {
      const token = await world.once('domains', async () => {
        const { id, token } = await world.makeAccount();
        await makeZones(world, id, PAGE, 1);
        return token;
      });
      return () => ({ method: 'GET', path: '/v4/domains', token });
    },
  },
  {
    name: 'GET /domains/{domainId}/zone-file of 12,000 records, unchanged',
    floor: 0.75,
    bare: viewZoneFile,
    connections: 8,
    async requests(world) {
      const { id } = await readZone(world);
      return () => ({ method: 'GET', path: `/v4/domains/${id}/zone-file`, token: world.reader.token });
    },
  },
  {
    name: 'GET /domains/{domainId}/zone-file of 12,000 records, after a change',
    floor: 0.8,
    bare: viewZoneFile,
    connections: 1,
    async requests(world) {
      const { id } = await readZone(world);
      return async () => {
        await world.database.query('UPDATE domains SET serial = serial + 1 WHERE id = $1', [id]);
        return { method: 'GET', path: `/v4/domains/${id}/zone-file`, token: world.reader.token };
      };
    },
  },
  {
    name: 'POST /domains/import of 12,000 records',
    floor: 0.9,
    bare: importDomain,
    connections: 1,
    perRun: PER_RUN,
    needs: peerOfImports,
    async requests(world) {
      const nextName = await nextMade(world);
      return () => ({
        method: 'POST',
        path: '/v4/domains/import',
        token: world.writer.token,
        body: { domain: nextName(), remote_nameserver: AXFR_ADDRESS },
      });
    },
  },
  {
    name: 'POST /domains/{domainId}/clone of 12,000 records',
    floor: 0.9,
    bare: cloneDomain,
    connections: 1,
    perRun: PER_RUN,
    async requests(world) {
      const [id] = await world.once('cloned', () => makeZones(world, world.writer.id, 1, FULL));
      const nextName = await nextMade(world);
      return () => ({
        method: 'POST',
        path: `/v4/domains/${id}/clone`,
        token: world.writer.token,
        body: { domain: nextName() },
      });
    },
  },
  {
    name: 'DELETE /domains/{domainId} of 12,000 records',
    floor: 0.7,
    bare: deleteDomain,
    connections: 1,
    perRun: PER_RUN,
    async requests(world) {
      const ids = await makeZones(world, world.writer.id, PER_RUN, FULL);
      return () => {
        const id = ids.pop();
        return id && { method: 'DELETE', path: `/v4/domains/${id}`, token: world.writer.token };
      };
    },
  },
];
