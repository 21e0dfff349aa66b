import { makeDomain, makeLongDomain } from '../../../support/domains.js';
import { done, makeAccount } from '../../../support/makers.js';
import type { MakeAttack } from '../attack.js';
import type { ServiceProcess } from '../service-process.js';
import { requests, type Sent } from './work.js';

const RECORDS = 12_000;
/** Changes of one zone follow each other, so that more at once would only wait. */
const LANES = 4;
/** Turns and connections that are all taken. */
const BUSY = [429, 503];
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The same account sends what `next` gives, again and again. */
function zoneAttack(
  service: ServiceProcess,
  token: string,
  { allowed, next }: { readonly allowed: readonly number[]; readonly next: () => Sent },
) {
  const authorized = () => {
    const sent = next();
    return { ...sent, headers: { Authorization: `Bearer ${token}`, ...sent.headers } };
  };
  return { ...requests(service, [...allowed, ...BUSY], authorized), lanes: LANES };
}

/** 12,000 sets whose address changes with each request. */
const sets = (address: string) =>
  Array.from({ length: RECORDS }, (_, index) => ({
    replace: { type: 'A', name: `host-${index}` },
    with: [{ target: address }],
  }));

/** Replaces all of 12,000 sets again and again. */
const changeSets =
  (headers: Readonly<Record<string, string>>): MakeAttack =>
  async (service) => {
    const { client } = await makeAccount(service);
    const path = `/v4/domains/${(await makeDomain(client)).id}/changes?lint=true`;
    const bodies = ['192.0.2.1', '192.0.2.2'].map((address) => JSON.stringify({ changes: sets(address) }));
    let count = 0;
    const next = () => ({
      method: 'POST',
      path,
      headers: { ...JSON_TYPE, ...headers },
      body: bodies[count++ % 2]!,
    });
    return zoneAttack(service, client.token!, { allowed: [200], next });
  };
export const largeChangeSets = changeSets({});
export const dryChangeSets = changeSets({ 'Dry-Run': 'true' });

/** 12,000 entries, each of which has seven faults. */
export const manyFaults: MakeAttack = async (service) => {
  const { client } = await makeAccount(service);
  const path = `/v4/domains/${(await makeDomain(client)).id}/changes`;
  const entry = {
    create: { type: 'SRV', target: 0, priority: '', weight: '', port: '', service: 0, ttl_sec: -1 },
  };
  const body = JSON.stringify({ changes: Array.from({ length: RECORDS }, () => entry) });
  const headers = { ...JSON_TYPE, Accept: 'application/problem+json' };
  const next = () => ({ method: 'POST', path, headers, body });
  return zoneAttack(service, client.token!, { allowed: [400], next });
};

/** Zone texts of 4 MiB. */
const zoneTexts =
  (text: string, allowed: readonly number[]): MakeAttack =>
  async (service) => {
    const { client } = await makeAccount(service);
    const { id } = await makeDomain(client);
    const path = `/v4/domains/${id}/zone-file?mode=replace&skip=true&max_deletes=${RECORDS}`;
    const headers = { 'Content-Type': 'text/dns', 'Dry-Run': 'true' };
    const next = () => ({ method: 'POST', path, headers, body: text });
    return zoneAttack(service, client.token!, { allowed, next });
  };
const textLines = Array.from({ length: RECORDS }, (_, index) => `host-${index} TXT "${'x'.repeat(320)}"\n`);
export const largeTexts = zoneTexts(textLines.join(''), [200]);
export const blankTexts = zoneTexts(`${' \n;\n'.repeat(1024 * 1024 - 8)}a A 192.0.2.1\n`, [200]);
export const unfitTexts = zoneTexts('a A x\n'.repeat(700_000), [413]);

/** A zone with some versions, each of which replaces texts of 7 MB. */
async function makeLargeVersions(service: ServiceProcess) {
  const { client } = await makeAccount(service);
  const { id } = await makeDomain(client);
  const letters = ['ä', 'b', 'ö', 'd'];
  for (const letter of letters) {
    const targets = Array.from({ length: 60 }, () => ({
      target: letter.repeat(letter < 'z' ? 64_000 : 32_000),
    }));
    const changes = [{ replace: { type: 'TXT', name: 'x' }, with: targets }];
    const prefer = { Prefer: 'return=minimal' };
    done(await client.post(`/domains/${id}/changes`, { changes, max_deletes: RECORDS }, prefer));
  }
  return { client, path: `/v4/domains/${id}/versions`, newest: letters.length + 1 };
}

/** Compares versions that have nothing in common. */
export const largeDiffs: MakeAttack = async (service) => {
  const { client, path, newest } = await makeLargeVersions(service);
  const next = () => ({ path: `${path}/${newest}/diff?from=1` });
  return zoneAttack(service, client.token!, { allowed: [200], next });
};

/** Goes back over all versions. */
export const largeRestores: MakeAttack = async (service) => {
  const { client, path } = await makeLargeVersions(service);
  const body = JSON.stringify({ max_deletes: RECORDS });
  const headers = { ...JSON_TYPE, 'Dry-Run': 'true', Prefer: 'return=minimal' };
  const next = () => ({ method: 'POST', path: `${path}/2/restore`, headers, body });
  return zoneAttack(service, client.token!, { allowed: [200], next });
};

/** Lint of a full zone. */
export const largeLints: MakeAttack = async (service) => {
  const { client } = await makeAccount(service);
  const path = `/v4/domains/${await makeLongDomain(service, client, RECORDS, 300)}/lint`;
  return zoneAttack(service, client.token!, { allowed: [200], next: () => ({ path }) });
};
