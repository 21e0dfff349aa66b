import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { sendZoneText } from '../support/zone-text.js';

const ROUNDS = 32;

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startApp();
  other = await startApp({}, app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** An account, by each of the two replicas. */
async function begin() {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  return { client, replicas: [client, new Client(other.url, client.token)] as const, id };
}

const HOSTS = ['', 'www', 'mail', 'a.b'];
/** All records of a zone as one program wants them. */
const wholeZone = (target: string) => ({
  changes: HOSTS.map((name) => ({ replace: { type: 'A', name }, with: [{ target }] })),
});

async function targets(client: Client, id: number): Promise<string[]> {
  const { data } = done(await client.get(`/domains/${id}/records`));
  return data.map(({ target }: { target: string }) => target);
}

describe('[D-240] two programs that apply different files to one zone', () => {
  it('never mix: with the tag of the zone file, the second one is refused', async () => {
    const { client, replicas, id } = await begin();
    for (let round = 0; round < ROUNDS; round++) {
      const etag = (await client.get(`/domains/${id}/zone-file`)).headers.get('etag')!;
      const addresses = [`192.0.2.${round}`, `198.51.100.${round}`];
      const answers = await Promise.all(
        addresses.map((address, turn) =>
          replicas[turn]!.post(`/domains/${id}/changes`, wholeZone(address), { 'If-Match': etag }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const winner = addresses[answers.findIndex(({ status }) => status === 200)];
      expect(await targets(client, id)).toEqual(HOSTS.map(() => winner));
    }
  }, 60_000);

  it('never mix without it, either: one follows the other as a whole, each as a version', async () => {
    const { client, replicas, id } = await begin();
    for (let round = 1; round <= ROUNDS; round++) {
      const addresses = [`192.0.2.${round}`, `198.51.100.${round}`];
      const answers = await Promise.all(
        addresses.map((address, turn) => replicas[turn]!.post(`/domains/${id}/changes`, wholeZone(address))),
      );
      const versions = answers.map(({ body }) => body.version as number);
      expect([...versions].sort((one, other) => one - other)).toEqual([2 * round, 2 * round + 1]);
      const last = addresses[versions.indexOf(2 * round + 1)];
      expect(await targets(client, id)).toEqual(HOSTS.map(() => last));
    }
  }, 60_000);

  it('never mix with zone texts, either: with the tag the second one is refused, without it one follows the other', async () => {
    const { client, replicas, id } = await begin();
    const text = (address: string) => HOSTS.map((name) => `${name || '@'} 300 A ${address}\n`).join('');
    for (let round = 0; round < ROUNDS; round++) {
      const etag = (await client.get(`/domains/${id}/zone-file`)).headers.get('etag')!;
      const headers: Record<string, string> = round % 2 === 0 ? { 'If-Match': etag } : {};
      const addresses = [`192.0.2.${round}`, `198.51.100.${round}`];
      const answers = await Promise.all(
        addresses.map((address, turn) =>
          sendZoneText(replicas[turn]!, id, text(address), 'mode=replace', headers),
        ),
      );
      const applied = answers.filter(({ status }) => status === 200);
      expect(applied).toHaveLength(round % 2 === 0 ? 1 : 2);
      const last = Math.max(...applied.map(({ body }) => body.version as number));
      const winner = addresses[answers.findIndex(({ body }) => body.version === last)];
      expect(await targets(client, id)).toEqual(HOSTS.map(() => winner));
    }
  }, 60_000);

  it('a set and single changes at once: each is a version, and versions lead back', async () => {
    const { client, replicas, id } = await begin();
    for (let round = 0; round < ROUNDS; round++) {
      const single = { type: 'CNAME', name: 'www', target: 'host.example.net' };
      const answers = await Promise.all([
        replicas[0].post(`/domains/${id}/changes`, wholeZone(`192.0.2.${round}`)),
        replicas[1].post(`/domains/${id}/records`, single),
        client.post(`/domains/${id}/records`, { type: 'A', name: `h${round}`, target: '192.0.2.1' }),
      ]);
      // A CNAME never stands beside an address, whoever comes first.
      expect([answers[0].status, answers[1].status]).not.toEqual([200, 200]);
      const { data } = done(await client.get(`/domains/${id}/records?page_size=500`));
      const alias = data.find(({ type }: { type: string }) => type === 'CNAME');
      if (alias) done(await client.delete(`/domains/${id}/records/${alias.id}`));
    }
    const { data } = done(await client.get(`/domains/${id}/versions?page_size=500`));
    const numbers = data.map(({ version }: { version: number }) => version);
    expect(numbers).toEqual(numbers.map((_: number, index: number) => numbers.length - index));
    const { diff } = done(await client.get(`/domains/${id}/versions/1/diff?from=${numbers[0]}`));
    expect(diff).toHaveLength((await client.get(`/domains/${id}/records`)).body.results);
  }, 60_000);
});
