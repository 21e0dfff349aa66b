import { LINT_CODES } from '../../../src/domain/lint/lint.rules.js';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('[D-243] GET /domains/{domainId}/lint', () => {
  it('shows each finding with its records, and none for a zone without a flaw', async () => {
    const { client } = await makeAccount(app);
    const valid = await makeDomain(client, [
      ['A', '', '192.0.2.1'],
      ['A', 'www', '192.0.2.1'],
    ]);
    expect((await client.get(`/domains/${valid.id}/lint`)).body).toEqual({ data: [] });
    const { id, domain } = await makeDomain(client, [
      ['MX', '', 'mail'],
      ['TXT', '', 'v=spf1 -all'],
      ['TXT', '', 'v=spf1 mx -all'],
    ]);
    const [mx, ...texts] = done(await client.get(`/domains/${id}/records`)).data;
    const answer = await client.get(`/domains/${id}/lint`);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      data: [
        {
          code: 'mx_without_address',
          severity: 'error',
          record_ids: [mx.id],
          message: `MX record of ${domain} names mail.${domain}, which has no address in this zone.`,
          help: expect.stringMatching(/^Add an A or AAAA record/),
        },
        {
          code: 'spf_several',
          severity: 'error',
          record_ids: texts.map((record: { id: number }) => record.id),
          message: `${domain} has 2 SPF records.`,
          help: expect.any(String),
        },
      ],
    });
  });

  it('[D-294] finds a text that is stored but not served', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['TXT', 'a', 'x'.repeat(65_000)]]);
    expect((await client.get(`/domains/${id}/lint`)).body.data).toMatchObject([{ code: 'text_not_served' }]);
  });

  it('finds nothing in a slave, whose records come from elsewhere', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['MX', '', 'mail']]);
    done(await client.put(`/domains/${id}`, { type: 'slave', master_ips: ['198.51.100.1'] }));
    expect((await client.get(`/domains/${id}/lint`)).body).toEqual({ data: [] });
  });

  it('[D-237] shows a narrowed token the findings whose records it may read', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['MX', '', 'mail'],
      ['CNAME', 'a', 'b'],
    ]);
    const narrowed = await narrow(app, client, { domains: [{ id, names: ['a'] }] });
    expect((await narrowed.get(`/domains/${id}/lint`)).body.data).toMatchObject([
      { code: 'cname_to_nothing' },
    ]);
  });
});

describe('[D-243] ?lint=true', () => {
  const changes = [{ create: { type: 'MX', name: '', target: 'mail' } }];

  it('checks the zone after a change set, also in a dry run', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['CNAME', 'a', 'b']]);
    const path = `/domains/${id}/changes?lint=true`;
    const dry = await client.post(path, { changes }, { 'Dry-Run': 'true' });
    expect(dry.body.lint).toMatchObject([{ code: 'mx_without_address' }, { code: 'cname_to_nothing' }]);
    expect((await client.get(`/domains/${id}/lint`)).body.data).toMatchObject([{ code: 'cname_to_nothing' }]);
    const made = await client.post(path, { changes }, { Prefer: 'return=minimal' });
    expect(made.body.lint).toMatchObject([
      { code: 'mx_without_address', record_ids: [expect.any(Number)] },
      { code: 'cname_to_nothing' },
    ]);
    expect((await client.get(`/domains/${id}/lint`)).body.data).toEqual(made.body.lint);
    const mended = await client.post(path, {
      changes: ['mail', 'b'].map((name) => ({ create: { type: 'A', name, target: '192.0.2.1' } })),
    });
    expect(mended.body.lint).toEqual([]);
  });

  it('checks the zone after the restore of a version', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['A', 'mail', '192.0.2.1'],
      ['MX', '', 'mail'],
    ]);
    const { data } = done(await client.get(`/domains/${id}/records`));
    done(await client.delete(`/domains/${id}/records/${data[0].id}`));
    const restored = await client.post(`/domains/${id}/versions/3/restore?lint=true`, {});
    expect(restored.body.lint).toEqual([]);
  });

  it('is left out without the parameter, and refuses other values', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const post = (query: string) => client.post(`/domains/${id}/changes${query}`, { changes });
    expect((await post('?lint=1')).body).toEqual(refusal('lint', 'lint is not valid'));
    expect((await post('?lint=true&lint=true')).status).toBe(400);
    expect((await post('')).body).not.toHaveProperty('lint');
    expect((await post('?lint=false')).body).not.toHaveProperty('lint');
  });
});

describe('[D-243] the codes', () => {
  it('are the closed list of the decision, each explained in the docs', async () => {
    const { readFile } = await import('node:fs/promises');
    const page = await readFile('docs/domains.md', 'utf8');
    const explained = [...page.matchAll(/^\| `([a-z_]+)` \| (?:error|warning|info) \|/gm)].map(
      ([, code]) => code,
    );
    expect(explained).toEqual(LINT_CODES);
  });
});
