import { join } from 'node:path';
import {
  makeZone,
  newZone,
  powerDnsPeers,
  removeMade,
  rrsets,
  ZONE_PATH,
  ZONES_PATH,
} from '../peers/powerdns.mjs';
import { AXFR_ADDRESS, listening, root } from '../servers.mjs';
import { cloneDomain, deleteDomain, listDomains } from './domains.bare.mjs';
import { importDomain } from './import.bare.mjs';
import { viewZoneFile } from './zone-file.bare.mjs';
import { FULL, makeZones, readZone, removeZones } from './zones.mjs';

const PAGE = 100;
/** Requests per run, where each takes a tenth of a second. */
export const PER_RUN = 8;

let names = 0;

/** Deletes the domains of the previous run, so that all runs start alike. @returns what names the next one */
export async function nextMade(world) {
  await removeZones(world, world.writer.id, `domain LIKE 'benchmade%'`);
  return () => `benchmade${names++}.example`;
}

export const peerOfImports = (servers) =>
  servers.once('axfr peer', () =>
    listening([join(root, 'bench', 'peers', 'axfr-peer.mjs'), AXFR_ADDRESS], process.env),
  );

/** Requests per run of a peer, because some take seconds. */
const PEER_PER_RUN = 2;

const peerZoneFile = () => () => ({ method: 'GET', path: `${ZONE_PATH}/export` });

/** @param restOf gives the records or the text of a new zone */
function peerNewZone(restOf) {
  return async (peer) => {
    await removeMade(peer);
    let left = PEER_PER_RUN;
    return () => {
      const name = `made-new${names++}.example.`;
      return left-- > 0 && { method: 'POST', path: ZONES_PATH, body: newZone(name, restOf(name)) };
    };
  };
}

async function peerDeletion(peer) {
  await removeMade(peer);
  const zones = [await makeZone(peer), await makeZone(peer)];
  return () => {
    const zone = zones.pop();
    return zone && { method: 'DELETE', path: `${ZONES_PATH}/${zone}` };
  };
}

function zoneText(zone) {
  const soa = `${zone} 3600 IN SOA ns1.example.net. admin.example.com. 1 14400 14400 1209600 3600`;
  const lines = rrsets(zone).map(({ name, records: [{ content }] }) => `${name} 3600 IN A ${content}`);
  return [soa, ...lines, ''].join('\n');
}

export async function importedDomain(world) {
  const nextName = await nextMade(world);
  return () => ({
    method: 'POST',
    path: '/v4/domains/import',
    token: world.writer.token,
    body: { domain: nextName(), remote_nameserver: AXFR_ADDRESS },
  });
}

export const DOMAIN_ROWS = [
  {
    name: 'GET /domains, a page of 100',
    floor: 0.88,
    bare: listDomains,
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
    floor: 0.92,
    bare: viewZoneFile,
    peers: powerDnsPeers({ lmdb: 30 }, peerZoneFile),
    connections: 8,
    async requests(world) {
      const { id } = await readZone(world);
      return () => ({ method: 'GET', path: `/v4/domains/${id}/zone-file`, token: world.reader.token });
    },
  },
  {
    name: 'GET /domains/{domainId}/zone-file of 12,000 records, after a change',
    floor: 0.92,
    bare: viewZoneFile,
    peers: powerDnsPeers({ lmdb: 1.5 }, peerZoneFile),
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
    peers: powerDnsPeers(
      { pgsql: 7, lmdb: 0.5 },
      peerNewZone((zone) => ({ zone: zoneText(zone) })),
      201,
    ),
    connections: 1,
    perRun: PER_RUN,
    needs: peerOfImports,
    requests: importedDomain,
  },
  {
    name: 'POST /domains/{domainId}/clone of 12,000 records',
    floor: 0.95,
    bare: cloneDomain,
    peers: powerDnsPeers(
      { pgsql: 7 },
      peerNewZone((zone) => ({ rrsets: rrsets(zone) })),
      201,
    ),
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
    floor: 0.8,
    bare: deleteDomain,
    peers: powerDnsPeers({ pgsql: 2 }, peerDeletion, 204),
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
