import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Answer, type Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { iterations } from '../../support/iterations.js';
import { done, makeAccount } from '../../support/makers.js';
import { Random } from '../../support/random.js';
import { randomRecordChange, type RecordChange } from '../../support/random-record-changes.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** `CHANGE_DECISIONS` makes it longer. */
const SEEDS = Array.from({ length: iterations('CHANGE_DECISIONS', 3) }, (_, index) => index + 1);
const STEPS = 60;
/** A set of more entries is decided on all records of the domain. */
const FEW_ENTRIES = 50;
const DRY = { 'Dry-Run': 'true' };

type Fault = Readonly<Record<'field' | 'reason', string>>;

/** The body is a text, because the document knows no fields that a type ignores. */
const change = (client: Client, id: number, changes: readonly object[], headers = {}) =>
  client.post(`/domains/${id}/changes`, JSON.stringify({ changes }), headers);

/** A zone in which many names have records that tolerate no others. */
async function crowdedZone() {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client, [
    ['CNAME', '*', 'host.example.net'],
    ['A', 'x', '192.0.2.1'],
    ['CNAME', '_xmpp._tcp', 'host.example.net'],
    ['SRV', '', 'sip', { service: 'sip', protocol: 'tcp', priority: 1, weight: 2, port: 3 }],
    ['MX', 'www', ''],
    ['MX', '', 'mail'],
    ['NS', 'below', 'ns.example.net'],
    ['DS', 'below', `1 13 2 ${'A'.repeat(64)}`],
  ]);
  return { client, id };
}

async function idsOf(client: Client, id: number): Promise<number[]> {
  const { data } = done(await client.get(`/domains/${id}/records?page_size=500`));
  return data.map((record: { id: number }) => record.id);
}

describe('[D-102] [D-240] a change that moves a record', () => {
  it.each<[string, string, Record<string, unknown>, string, string]>([
    ['to a wildcard', 'A', { name: '*' }, 'name', 'Record conflict - CNAMES must be unique'],
    ['by its service', 'SRV', { service: 'xmpp' }, 'name', 'Record conflict - CNAMES must be unique'],
    [
      'to a null MX',
      'MX',
      { name: 'www' },
      'target',
      'A null MX record must be the only MX record of its name.',
    ],
  ])('%s is refused beside what stands there', async (_, type, to, field, reason) => {
    const { client, id } = await crowdedZone();
    const { data } = done(await client.get(`/domains/${id}/records`));
    const moved = data.find(
      (record: Record<string, unknown>) => record.type === type && record.target !== '',
    );
    const answer = await change(client, id, [{ update: moved.id, to }]);
    expect(answer).toMatchObject({ status: 400, body: refusal(`changes[0].to.${field}`, reason) });
  });
});

/** Sends the change as a request of its own. */
function sendAlone(client: Client, id: number, one: RecordChange): Promise<Answer> {
  const path = `/domains/${id}/records`;
  if ('create' in one) return client.post(path, JSON.stringify(one.create));
  if ('delete' in one) return client.delete(`${path}/${one.delete}`);
  return client.put(`${path}/${one.update}`, JSON.stringify(one.to));
}

/** The decision on a change: its faults, or the record that it leaves. */
function decisionAlone(one: RecordChange, { status, body }: Answer) {
  if (status === 404) return [{ field: 'id', reason: 'Not found' }];
  return status === 200 ? ('delete' in one ? null : shown(body)) : (body.errors as Fault[]);
}

function decisionInSet(one: RecordChange, { status, body }: Answer) {
  if (status !== 200) {
    return (body.errors as Fault[]).map(({ field, reason }) => {
      const path = field.replace(/^changes\[0\]\.(?:(?:create|to)\.)?/, '');
      return { field: path === 'update' || path === 'delete' ? 'id' : path, reason };
    });
  }
  const { diff } = body as { diff: { action: string; after: Record<string, unknown> | null }[] };
  const kind = 'create' in one ? 'create' : 'delete' in one ? 'delete' : 'update';
  const found = diff.find(({ action }) => action === kind);
  return found?.after ? shown(found.after) : null;
}

/** A record without its id and times, which a dry run and a set give otherwise. */
function shown({ id: _, created: _created, updated: _updated, ...values }: Record<string, unknown>) {
  return values;
}

describe('[D-240] any single change', () => {
  it.each(SEEDS)('is decided as a set of one entry (seed %s)', async (seed) => {
    const random = new Random(seed);
    const { client, id } = await crowdedZone();
    for (let step = 0; step < STEPS; step++) {
      const one = randomRecordChange(random, [...(await idsOf(client, id)), 999_999_999]);
      const inSet = decisionInSet(one, await change(client, id, [one], DRY));
      const alone = await sendAlone(client, id, one);
      const unchanged = inSet === null && 'update' in one;
      if (!unchanged) expect([one, inSet]).toEqual([one, decisionAlone(one, alone)]);
      else expect(alone.status).toBe(200);
    }
  });
});

describe('[D-240] a set of few entries', () => {
  it.each(SEEDS)('is decided as with all records of the domain (seed %s)', async (seed) => {
    const random = new Random(1000 + seed);
    const { client, id } = await crowdedZone();
    const without = Array.from({ length: FEW_ENTRIES + 1 }, (_, index) => ({
      replace: { type: 'A', name: `none${index}` },
      with: [],
    }));
    for (let step = 0; step < STEPS; step++) {
      const ids = [...(await idsOf(client, id)), 999_999_999];
      const count = 1 + random.int(4);
      const set = Array.from({ length: count }, () => randomEntry(random, ids));
      const all = decision(await change(client, id, [...set, ...without], DRY));
      const few = decision(await change(client, id, set));
      expect([set, few]).toEqual([set, all]);
    }
  });
});

function randomEntry(random: Random, ids: readonly number[]): object {
  if (random.int(4) > 0) return randomRecordChange(random, ids);
  const target = random.pick(['192.0.2.1', '192.0.2.9']);
  return random.pick([
    { replace: { type: 'A', name: random.pick(['www', '*', '']) }, with: random.pick([[], [{ target }]]) },
    { replace: { type: random.pick(['CNAME', 'NS', 'MX']), name: random.pick(['below', 'www']) }, with: [] },
  ]);
}

function decision({ status, body }: Answer) {
  if (status !== 200) return body.errors as Fault[];
  const { diff } = body as { diff: Record<'before' | 'after', Record<string, unknown> | null>[] };
  return diff.map(({ before, after }) => [before && shown(before), after && shown(after)]);
}
