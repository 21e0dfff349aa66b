import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { makeDomain, nextDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';
import { sendZoneText } from '../../support/zone-text.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

type Row = Record<string, unknown> & { id: number };

const SET = { type: 'SRV', name: '_sip._tcp.branch' };
const SIP = { target: 'sip.example.net', priority: 1, weight: 2, port: 3 };

const change = (client: Client, id: number, ...changes: unknown[]) =>
  client.post(`/domains/${id}/changes`, { changes });

async function recordsOf(client: Client, id: number): Promise<Row[]> {
  return done(await client.get(`/domains/${id}/records`)).data;
}

async function makeBranch() {
  const { client } = await makeAccount(app);
  const made = await makeDomain(client);
  done(await change(client, made.id, { replace: SET, with: [SIP] }));
  const [record] = await recordsOf(client, made.id);
  return { client, id: made.id as number, domain: made.domain as string, record: record! };
}

/** What the nameservers read. */
async function served(id: number): Promise<string[]> {
  const rows = await query(app, "SELECT name FROM pdns.records WHERE domain_id = $1 AND type = 'SRV'", [id]);
  return rows.map(({ name }) => name as string);
}

describe('[D-240] an SRV record below a name of the domain', () => {
  it('is made by the name of its set, shown with it, and served there', async () => {
    const { client, id, domain, record } = await makeBranch();
    expect(record).toMatchObject({
      type: 'SRV',
      name: '_sip._tcp.branch',
      service: 'sip',
      protocol: 'tcp',
      ...SIP,
    });
    expect(await served(id)).toEqual([`_sip._tcp.branch.${domain}`]);
    const again = done(
      await change(client, id, { replace: { ...SET, name: '_SIP._tcp.BRANCH' }, with: [SIP] }),
    );
    expect(again.id).toBeNull();
    const other = done(
      await change(client, id, { replace: { type: 'SRV', name: '_sip._tcp' }, with: [SIP] }),
    );
    expect(other.counts).toEqual({ created: 1, updated: 0, deleted: 0 });
    expect(done(await change(client, id, { replace: SET, with: [] })).counts).toMatchObject({ deleted: 1 });
    expect((await recordsOf(client, id)).map(({ name }) => name)).toEqual(['_sip._tcp']);
  });

  it('may have more than 100 characters, and its set has its name', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const parts = { service: 's'.repeat(62), protocol: 'p'.repeat(62) };
    done(await client.post(`/domains/${id}/records`, { type: 'SRV', ...parts, ...SIP }));
    const [{ name } = { name: '' }] = await recordsOf(client, id);
    expect(name).toBe(`_${parts.service}._${parts.protocol}`);
    const set = { replace: { type: 'SRV', name }, with: [] };
    expect(done(await change(client, id, set)).counts).toEqual({ created: 0, updated: 0, deleted: 1 });
    const below = { replace: { type: 'SRV', name: `${String(name)}.branch` }, with: [SIP] };
    expect((await change(client, id, below)).body).toEqual(
      refusal('changes[0].replace.name', 'name is not valid'),
    );
  });

  it('keeps what is behind its service, whatever is updated; a created record is at the domain', async () => {
    const { client, id, record } = await makeBranch();
    const put = async (body: object) =>
      done(await client.put(`/domains/${id}/records/${record.id}`, body)).name;
    expect(await put({ port: 4 })).toBe('_sip._tcp.branch');
    expect(await put({ service: 'xmpp', protocol: '_udp' })).toBe('_xmpp._udp.branch');
    expect(await put({ name: 'ignored', target: 'x.example.net' })).toBe('_xmpp._udp.branch');
    const inSet = done(await change(client, id, { update: record.id, to: { service: 'sip' } }));
    expect(inSet.diff[0].after.name).toBe('_sip._udp.branch');
    const { type, service, protocol } = record;
    const copy = { type, name: record.name, service, protocol, ...SIP };
    expect(done(await client.post(`/domains/${id}/records`, copy)).name).toBe('_sip._tcp');
    const long = await client.put(`/domains/${id}/records/${record.id}`, {
      service: 's'.repeat(60),
      protocol: 'p'.repeat(60),
    });
    expect(long).toMatchObject({ status: 400, body: refusal('service', 'service is not valid') });
  });

  it('[D-102] tolerates no CNAME at its name', async () => {
    const { client, id } = await makeBranch();
    const alias = { type: 'CNAME', name: '_sip._tcp.branch', target: 'host.example.net' };
    const refused = refusal('name', 'Record conflict - CNAMES must be unique');
    expect((await client.post(`/domains/${id}/records`, alias)).body).toEqual(refused);
  });

  it('[D-242] is in the zone file, which changes nothing when it is sent back', async () => {
    const { client, id, domain } = await makeBranch();
    const { zone_file: lines } = done(await client.get(`/domains/${id}/zone-file`));
    expect(lines.at(-1)).toBe('_sip._tcp.branch IN SRV 1 2 3 sip.example.net.');
    expect(done(await sendZoneText(client, id, lines.join('\n'))).id).toBeNull();
    const moved = `_sip._tcp.other.${domain}. 300 SRV 1 2 3 sip.example.net.`;
    done(await sendZoneText(client, id, moved, 'mode=replace&max_deletes=1'));
    expect(await served(id)).toEqual([`_sip._tcp.other.${domain}`]);
  });

  it('[D-114] [D-241] is cloned, renamed and restored with its name', async () => {
    const { client, id, domain, record } = await makeBranch();
    const clone = done(await client.post(`/domains/${id}/clone`, { domain: nextDomain() }));
    expect((await recordsOf(client, clone.id)).map(({ name }) => name)).toEqual(['_sip._tcp.branch']);
    expect(await served(clone.id)).toEqual([`_sip._tcp.branch.${clone.domain}`]);
    const renamed = nextDomain();
    done(await client.put(`/domains/${id}`, { domain: renamed }));
    expect(await served(id)).toEqual([`_sip._tcp.branch.${renamed}`]);
    done(await client.put(`/domains/${id}`, { domain }));
    done(await client.delete(`/domains/${id}/records/${record.id}`));
    done(await client.post(`/domains/${id}/versions/2/restore`));
    expect(await recordsOf(client, id)).toMatchObject([{ id: record.id, name: '_sip._tcp.branch' }]);
  });

  it.each<[string, string]>([
    ['_sip', 'name is not valid'],
    ['sip._tcp', 'name is not valid'],
    ['__sip._tcp', 'name is not valid'],
    ['_sip._tcp.*', 'Name contains invalid characters'],
    ['_sip._tcp..a', 'Name contains invalid characters'],
  ])('is refused at the name %s', async (name, reason) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const answer = await change(client, id, { replace: { type: 'SRV', name }, with: [SIP] });
    expect(answer).toMatchObject({ status: 400, body: refusal('changes[0].replace.name', reason) });
  });
});
