import { randomUUID } from 'node:crypto';
import { powerDnsPeers, rrset, ZONE_PATH } from '../peers/powerdns.mjs';
import { createRecord, deleteRecord, listRecords, updateRecord, viewRecord } from './records.bare.mjs';
import { FULL, makeZones, readZone } from './zones.mjs';

const LAST_PAGE = 120;
/** Enough domains that requests rarely wait for a lock. */
const WRITTEN_ZONES = 64;
/** A step size that visits all 12,000 records. */
const STEP = 7919;

/** Reads one page of a full domain's records. */
export function listRecordsOf(page) {
  return async (world) => {
    const { id } = await readZone(world);
    const path = `/v4/domains/${id}/records?page=${page}`;
    return () => ({ method: 'GET', path, token: world.reader.token });
  };
}

/** Reads records one by one. */
export async function viewedRecords(world) {
  const { id, recordIds } = await readZone(world);
  let turn = 0;
  return () => {
    turn = (turn + STEP) % recordIds.length;
    return { method: 'GET', path: `/v4/domains/${id}/records/${recordIds[turn]}`, token: world.reader.token };
  };
}

let names = 0;

/** Creates records, spread over domains. */
export async function newRecord(world) {
  const ids = await makeZones(world, world.writer.id, WRITTEN_ZONES, 0);
  let turn = 0;
  return () => ({
    method: 'POST',
    path: `/v4/domains/${ids[turn++ % WRITTEN_ZONES]}/records`,
    token: world.writer.token,
    body: { type: 'A', name: `bench${names++}`, target: '192.0.2.1', ttl_sec: 3600 },
  });
}

async function newRecordWithKey(world) {
  const next = await newRecord(world);
  return () => ({ ...next(), headers: { 'Idempotency-Key': randomUUID() } });
}

/** Over all runs: a target that a record already has would change nothing. */
let changes = 0;

async function changedRecord(world) {
  const paths = await world.once('changed records', async () => {
    const zones = await makeZones(world, world.writer.id, WRITTEN_ZONES, 10);
    const { rows } = await world.database.query(
      `SELECT '/v4/domains/' || domain_id || '/records/' || id AS path FROM records
       WHERE domain_id = ANY ($1) AND type = 'A' ORDER BY id % 10, domain_id`,
      [zones],
    );
    return rows.map(({ path }) => path);
  });
  return () => {
    const turn = changes++;
    return {
      method: 'PUT',
      path: paths[turn % paths.length],
      token: world.writer.token,
      body: { target: `192.0.2.${1 + (Math.floor(turn / paths.length) % 250)}` },
    };
  };
}

/** Records of a zone that a run can delete, and more than it does. */
const DELETED_PER_ZONE = 150;

async function deletedRecord(world) {
  const zones = await makeZones(world, world.writer.id, WRITTEN_ZONES, DELETED_PER_ZONE);
  const { rows } = await world.database.query(
    `SELECT '/v4/domains/' || domain_id || '/records/' || id AS path FROM records
     WHERE domain_id = ANY ($1) ORDER BY id % ${DELETED_PER_ZONE}, domain_id`,
    [zones],
  );
  const paths = rows.map(({ path }) => path);
  return () => {
    const path = paths.pop();
    return path && { method: 'DELETE', path, token: world.writer.token };
  };
}

function peerRecord() {
  let turn = 0;
  return () => {
    turn = (turn + STEP) % FULL;
    const path = `${ZONE_PATH}?rrset_name=h${turn + 1}.bench.example.&rrset_type=A`;
    return { method: 'GET', path };
  };
}

/** The whole zone, because PowerDNS has no pages. */
const peerRecords = () => () => ({ method: 'GET', path: ZONE_PATH });

function peerNewRecord() {
  return () => patch(`new${names++}`, '192.0.2.1');
}

function peerChangedRecord() {
  let turn = 0;
  return () => patch(`h${1 + (turn++ % FULL)}`, `198.51.100.${turn % 250}`);
}

function patch(name, address) {
  const rrsets = [rrset(`${name}.bench.example.`, address)];
  return { method: 'PATCH', path: ZONE_PATH, body: { rrsets } };
}

export const RECORD_ROWS = [
  {
    name: 'GET /domains/{domainId}/records/{recordId}',
    floor: 0.9,
    bare: viewRecord,
    requests: viewedRecords,
    processes: [2, 4],
    crowd: true,
    peers: powerDnsPeers({ lmdb: 4.5 }, peerRecord),
  },
  {
    name: 'GET /domains/{domainId}/records, page 1 of 120',
    floor: 0.88,
    bare: listRecords,
    requests: listRecordsOf(1),
    processes: [2],
    peers: powerDnsPeers({ lmdb: 60 }, peerRecords),
  },
  {
    name: 'GET /domains/{domainId}/records, page 120 of 120',
    floor: 0.88,
    bare: listRecords,
    requests: listRecordsOf(LAST_PAGE),
  },
  {
    name: 'GET /domains/{domainId}/records, page 120',
    floor: 0.85,
    requests: listRecordsOf(LAST_PAGE),
    against: { name: 'its page 1', requests: listRecordsOf(1) },
  },
  {
    name: 'POST /domains/{domainId}/records',
    floor: 0.85,
    bare: createRecord,
    requests: newRecord,
    processes: [2, 4],
    crowd: true,
    peers: powerDnsPeers({ lmdb: 2.5, pgsql: 20 }, peerNewRecord, 204),
  },
  {
    name: 'POST /domains/{domainId}/records, with a key',
    floor: 0.7,
    floorBy: 'cpu',
    requests: newRecordWithKey,
    against: { name: 'without one', requests: newRecord },
  },
  {
    name: 'PUT /domains/{domainId}/records/{recordId}',
    floor: 0.85,
    bare: updateRecord,
    requests: changedRecord,
    processes: [2],
    peers: powerDnsPeers({ lmdb: 5 }, peerChangedRecord, 204),
  },
  {
    name: 'DELETE /domains/{domainId}/records/{recordId}',
    floor: 0.85,
    bare: deleteRecord,
    requests: deletedRecord,
  },
];
