import pg from 'pg';
import { Jobs } from '../../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Answer, type Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount, makeRestricted } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';
import { lockIsAwaited, query } from '../../support/sql.js';

const DAY_SECONDS = 86_400;
const NOTE = { note: 'Shop, until the move', owner: 'team-web' };
const NONE = { note: '', owner: '' };

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** A domain with two records; the first one has a note. */
async function makeNoted(client: Client) {
  const domain = await makeDomain(client, [
    ['A', 'www', '192.0.2.1'],
    ['A', 'api', '192.0.2.2'],
  ]);
  const path = `/domains/${domain.id}`;
  const [first, second] = done(await client.get(`${path}/records`)).data;
  const note = `${path}/records/${first.id}/note`;
  done(await client.put(note, NOTE));
  return { id: domain.id as number, path, first, second, note };
}

describe('[D-301] notes on records', () => {
  it('are set, partly changed, shown and removed', async () => {
    const { client } = await makeAccount(app);
    const { path, second, note } = await makeNoted(client);
    expect((await client.get(note)).body).toEqual(NOTE);
    expect((await client.get(`${path}/records/${second.id}/note`)).body).toEqual(NONE);
    expect((await client.put(note, { owner: 'team-shop' })).body).toEqual({ ...NOTE, owner: 'team-shop' });
    expect((await client.put(note, { note: null, owner: '' })).body).toEqual(NONE);
    expect((await client.get(note)).body).toEqual(NONE);
  });

  it('have 253 and 64 characters, and every fault is reported at once', async () => {
    const { client } = await makeAccount(app);
    const { note } = await makeNoted(client);
    const longest = { note: 'ü'.repeat(253), owner: 'ü'.repeat(64) };
    expect((await client.put(note, longest)).body).toEqual(longest);
    const refused = await client.put(note, { note: 'x'.repeat(254), owner: 'x'.repeat(65) });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.errors).toMatchObject([{ field: 'note' }, { field: 'owner' }]);
    expect((await client.put(note, { owner: 'a\nb' })).body).toEqual(refusal('owner', 'owner is not valid'));
    expect((await client.put(note, { note: 1 })).status).toBe(400);
    expect((await client.get(note)).body).toEqual(longest);
  });

  it('change no record and no version, and are an event', async () => {
    const { client } = await makeAccount(app);
    const { path, first, note } = await makeNoted(client);
    const versions = async () => done(await client.get(`${path}/versions`)).results;
    const before = await versions();
    done(await client.put(note, { owner: 'other' }));
    done(await client.put(note, { owner: 'other' }));
    expect(await versions()).toBe(before);
    expect((await client.get(`${path}/records/${first.id}`)).body).toEqual(first);
    const events = done(await client.get('/account/events')).data.slice(0, 2);
    expect(events).toMatchObject([
      { action: 'domain_record_update', message: 'Nothing changed.', secondary_entity: { id: first.id } },
      { action: 'domain_record_update', message: 'Note of the A record www' },
    ]);
  });

  it('[D-275] have a tag of their own', async () => {
    const { client } = await makeAccount(app);
    const { note } = await makeNoted(client);
    const tag = (await client.get(note)).headers.get('etag')!;
    const changed = await client.put(note, { owner: 'other' }, { 'If-Match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).toBe((await client.get(note)).headers.get('etag'));
    expect((await client.put(note, { owner: 'third' }, { 'If-Match': tag })).status).toBe(412);
  });

  it('are in lists with ?notes=true, where the owner can be filtered, and nowhere else', async () => {
    const { client } = await makeAccount(app);
    const { path, first, second } = await makeNoted(client);
    const list = async (search: string, filter?: object) =>
      (await client.get(`${path}/records${search}`, filter && { 'X-Filter': JSON.stringify(filter) })).body;
    expect((await list('?notes=true')).data).toEqual([
      { ...first, ...NOTE },
      { ...second, ...NONE },
    ]);
    expect((await list('?notes=true', { owner: 'team-web' })).data).toEqual([{ ...first, ...NOTE }]);
    expect((await list('?notes=true', { owner: { '+neq': 'team-web' } })).data).toEqual([
      { ...second, ...NONE },
    ]);
    expect((await list('?notes=true&page=2&page_size=1')).data).toEqual([{ ...second, ...NONE }]);
    expect((await list('')).data).toEqual([first, second]);
    expect((await list('?notes=false')).data).toEqual([first, second]);
    expect((await list('', { owner: 'team-web' })).errors).toMatchObject([{ field: 'X-Filter' }]);
    expect(await list('?notes=1')).toEqual(refusal('notes', 'notes is not valid'));
    expect(await list('?notes=1', { owner: 'team-web' })).toEqual(refusal('notes', 'notes is not valid'));
  });

  it('[D-27] a fault of ?notes= is reported beside those of the page and the filter', async () => {
    const { client } = await makeAccount(app);
    const { path } = await makeNoted(client);
    const answer = await client.get(`${path}/records?notes=1&page=0`, { 'X-Filter': '{' });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [
        { field: 'page', reason: 'Must be 1-9007199254740991' },
        { field: 'notes', reason: 'notes is not valid' },
        { field: 'X-Filter', reason: 'Filter not valid JSON' },
      ],
    ]);
  });

  it('[D-236] are also in the parts of the list that Link names', async () => {
    const { client } = await makeAccount(app);
    const { path, first, second } = await makeNoted(client);
    const filter = { 'X-Filter': JSON.stringify({ '+or': [{ owner: 'team-web' }, { owner: '' }] }) };
    for (const position of ['page=1', 'cursor=']) {
      const page = await client.get(`${path}/records?notes=true&page_size=1&${position}`, filter);
      const next = /<\/v4([^>]*)>; rel="next"/.exec(page.headers.get('link')!)![1]!;
      expect(done(page).data).toEqual([{ ...first, ...NOTE }]);
      expect((await client.get(next, filter)).body.data).toEqual([{ ...second, ...NONE }]);
    }
  });

  it('are in the differences of change sets and versions, also of a deleted record', async () => {
    const { client } = await makeAccount(app);
    const { path, first, second, note } = await makeNoted(client);
    const changes = [{ delete: first.id }, { update: second.id, to: { ttl_sec: 300 } }];
    const made = done(await client.post(`${path}/changes`, { changes }));
    expect(made.diff).toMatchObject([
      { action: 'delete', before: first, ...NOTE },
      { action: 'update', before: second, ...NONE },
    ]);
    expect(done(await client.get(`${path}/changes/${made.id}`)).diff).toEqual(made.diff);
    expect(done(await client.get(`${path}/versions/${made.version}/diff`)).diff).toEqual(made.diff);
    expect((await client.get(note)).status).toBe(404);
  });

  it('are restored with the record: by a version, and with its deleted domain', async () => {
    const { client } = await makeAccount(app);
    const { id, path, first, note } = await makeNoted(client);
    done(await client.delete(`${path}/records/${first.id}`));
    done(await client.post(`${path}/versions/3/restore`, {}));
    expect((await client.get(note)).body).toEqual(NOTE);
    done(await client.delete(path));
    done(await client.post(`/domains/deleted/${id}/restore`));
    expect((await client.get(note)).body).toEqual(NOTE);
    const clone = done(await client.post(`${path}/clone`, { domain: `clone-${id}.example.org` }));
    const copies = done(await client.get(`/domains/${clone.id}/records?notes=true`)).data;
    expect(copies).toMatchObject([NONE, NONE]);
  });

  const run = (name: string) =>
    app.app
      .get(Jobs)
      .all()
      .find((job) => job.name === name)!
      .run();
  const left = async (id: number) =>
    (await query(app, 'SELECT record_id FROM record_notes WHERE domain_id = $1 ORDER BY 1', [id])).length;

  it('stay as long as a stored version has the record', async () => {
    const { client } = await makeAccount(app);
    const { id, path, first, note } = await makeNoted(client);
    done(await client.delete(`${path}/records/${first.id}`));
    app.clock.forward(91 * DAY_SECONDS);
    await run('domain.notes.tidy');
    app.clock.forward(-91 * DAY_SECONDS);
    expect(await left(id)).toBe(1);
    done(await client.post(`${path}/versions/3/restore`, {}));
    expect((await client.get(note)).body).toEqual(NOTE);
  });

  it('are deleted when the record cannot be restored', async () => {
    const { client } = await makeAccount(app);
    const { id, path } = await makeNoted(client);
    done(await client.delete(path));
    await run('domain.notes.tidy');
    expect(await left(id)).toBe(1);
    app.clock.forward(91 * DAY_SECONDS);
    for (const name of ['domain.deleted.tidy', 'domain.histories.tidy', 'domain.notes.tidy']) await run(name);
    app.clock.forward(-91 * DAY_SECONDS);
    expect(await left(id)).toBe(0);
  });

  it('[D-237] follow grants and restrictions as the record does', async () => {
    const owner = await makeAccount(app);
    const { id, path, second, note } = await makeNoted(owner.client);
    const reader = await makeRestricted(app, owner, { domain: [{ id, permissions: 'read_only' }] });
    expect((await reader.client.get(note)).body).toEqual(NOTE);
    expect((await reader.client.put(note, NOTE)).status).toBe(403);
    const narrowed = await narrow(app, owner.client, { domains: [{ id, names: ['www'] }] });
    expect((await narrowed.put(note, { owner: 'program' })).status).toBe(200);
    expect((await narrowed.put(`${path}/records/${second.id}/note`, NOTE)).status).toBe(404);
    const listed = done(await narrowed.get(`${path}/records?notes=true`)).data;
    expect(listed).toMatchObject([{ name: 'www', owner: 'program' }]);
    const { client: stranger } = await makeAccount(app);
    expect((await stranger.get(note)).status).toBe(404);
    expect((await stranger.put(note, NOTE)).status).toBe(404);
  });

  describe('on a record that is renamed at the same time', () => {
    /** The answer to a change of the note that waits until the record has another name. */
    async function whileRenamed(id: number, change: () => Promise<Answer>): Promise<Answer> {
      const renaming = new pg.Client(app.databaseUrl);
      await renaming.connect();
      await renaming.query('BEGIN');
      const rename = `UPDATE records SET name = 'shop', fqdn = replace(fqdn, 'www', 'shop') WHERE id = $1`;
      await renaming.query(rename, [id]);
      const answer = change();
      await lockIsAwaited(app);
      await renaming.query('COMMIT');
      await renaming.end();
      return answer;
    }

    it('[D-237] are closed to a narrowed token that only covers the old name', async () => {
      const { client } = await makeAccount(app);
      const { id, first, note } = await makeNoted(client);
      const narrowed = await narrow(app, client, { domains: [{ id, names: ['www'] }] });
      const answer = await whileRenamed(first.id, () => narrowed.put(note, { owner: 'program' }));
      expect(answer.status).toBe(403);
      expect((await client.get(note)).body).toEqual(NOTE);
    });

    it('[D-267] have an event with the new name', async () => {
      const { client } = await makeAccount(app);
      const { first, note } = await makeNoted(client);
      done(await whileRenamed(first.id, () => client.put(note, { owner: 'team-shop' })));
      const [event] = done(await client.get('/account/events')).data;
      expect(event).toMatchObject({
        message: 'Note of the A record shop',
        secondary_entity: { label: 'A shop' },
      });
    });
  });
});
