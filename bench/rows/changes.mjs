import { load } from '../load.mjs';
import { median } from '../report.mjs';
import { importedDomain, nextMade, peerOfImports, PER_RUN } from './domains.mjs';
import { listRecordsOf, newRecord } from './records.mjs';
import { FULL } from './zones.mjs';

/** How many records differ between the two versions that are compared. */
const DIFFERENT = 100;

const creates = (count, target = '192.0.2.1') =>
  Array.from({ length: count }, (_, n) => ({
    create: { type: 'A', name: `h${n}`, target, ttl_sec: 3600 },
  }));

function makeDomain(world, domain) {
  const body = { domain, type: 'master', soa_email: 'admin@example.com' };
  return world.call('POST', '/v4/domains', world.writer.token, body);
}

/** Fills an empty domain by one change set. */
async function filledDomain(world) {
  const nextName = await nextMade(world);
  const ids = [];
  for (let made = 0; made < PER_RUN; made++) ids.push((await makeDomain(world, nextName())).id);
  const body = { changes: creates(FULL) };
  return () => {
    const id = ids.pop();
    return (
      id && {
        method: 'POST',
        path: `/v4/domains/${id}/changes`,
        token: world.writer.token,
        headers: { Prefer: 'return=minimal' },
        body,
      }
    );
  };
}

/** Compares two versions of a full domain. */
async function comparedVersions(world) {
  const path = await world.once('compared versions', async () => {
    const { id } = await makeDomain(world, 'benchversions.example');
    const change = (changes) =>
      world.call('POST', `/v4/domains/${id}/changes`, world.writer.token, { changes });
    const before = await change(creates(FULL));
    const after = await change(
      creates(DIFFERENT, '192.0.2.2').map(({ create: { name, ...record } }) => ({
        replace: { type: record.type, name },
        with: [{ target: record.target }],
      })),
    );
    return `/v4/domains/${id}/versions/${after.version}/diff?from=${before.version}`;
  });
  return () => ({ method: 'GET', path, token: world.writer.token });
}

/** The time for as many records by single requests, in the time for one set of them. */
async function besideSingles({ servers, world, runs, seconds }) {
  const { port } = await servers.service();
  const ratios = [];
  for (let run = 0; run < runs; run++) {
    const set = await load(port, await filledDomain(world), { connections: 1, seconds });
    const singles = await load(port, await newRecord(world), { connections: 32, seconds });
    ratios.push((set.rate * FULL) / singles.rate);
  }
  const ratio = median(ratios);
  return {
    name: this.name,
    text: `${ratio.toFixed(1)} times as fast`,
    goal: 'at least 20',
    ratio,
    floor: 20,
  };
}

export const CHANGE_ROWS = [
  {
    name: 'POST /domains/{domainId}/changes of 12,000 creates',
    floor: 0.7,
    against: { name: 'an import of 12,000 records', requests: importedDomain },
    connections: 1,
    perRun: PER_RUN,
    needs: peerOfImports,
    requests: filledDomain,
  },
  {
    name: 'a change set of 12,000 creates, beside 12,000 requests on 32 connections',
    measure: besideSingles,
  },
  {
    name: 'GET /domains/{domainId}/versions/{version}/diff, 100 of 12,000 records differ',
    floor: 0.1,
    against: { name: 'a page of 100 records', requests: listRecordsOf(1) },
    p99: 10,
    // As many as one account may have at a time.
    connections: 1,
    requests: comparedVersions,
  },
];
