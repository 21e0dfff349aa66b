// `npm run bench:dns` measures how long a change takes to reach the secondaries, and the cost of
// the regular polls as the number of zones grows. Writes bench/DNS.md. DNS_CHANGES (400) and
// DNS_ZONES (1,000,000) set the sizes. DNS_PART=changes, signed or polls measures one part, and
// writes nothing.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { root, Servers } from '../servers.mjs';
import { measureChanges } from './changes.mjs';
import { measurePolls } from './polls.mjs';
import { measureSigned } from './signed.mjs';

const CHANGES = Number(process.env.DNS_CHANGES ?? 400);
const ZONES = Number(process.env.DNS_ZONES ?? 1_000_000);
const SMALL = 1000;
const part = process.env.DNS_PART;

const servers = await Servers.start({ folder: 'bench-dns' });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void servers.stop().finally(() => process.exit(1)));
}
try {
  const isWanted = (name) => !part || part === name;
  const changes = isWanted('changes') ? await measureChanges(servers, CHANGES) : '';
  const loadOfChanges = loadavg()[0].toFixed(1);
  console.log(changes);
  const signed = isWanted('signed') ? await measureSigned(servers) : '';
  console.log(signed);
  const polls = isWanted('polls') ? await measurePolls(servers, [SMALL, ZONES]) : '';
  console.log(polls);
  if (!part) writeReport({ changes, loadOfChanges, signed, polls });
} finally {
  await servers.stop();
}

function writeReport({ changes, loadOfChanges, signed, polls }) {
  const text = `# Secondaries

${new Date().toISOString().slice(0, 10)}, machine: ${process.env.BENCH_MACHINE ?? 'not named (BENCH_MACHINE)'}. Node ${process.versions.node}, embedded PostgreSQL with fsync on. Service, database, PowerDNS, both
secondaries and the clients share the machine. Command: \`npm run bench:dns\`.

## From the answer of a change to the answers of the secondaries

${changes}

Load average at the end: ${loadOfChanges}.

## What a change of a signed zone costs

${signed}

## What a look for changes costs

${polls}

Load average at the end: ${loadavg()[0].toFixed(1)}.
`;
  writeFileSync(join(root, 'bench', 'DNS.md'), text);
}
