import { startApp, type TestApp } from '../../support/app.js';
import { refusal, refusals, type Client } from '../../support/client.js';
import { done, makeAccount } from '../../support/makers.js';

let app: TestApp;
/** The client of an account that does not change. */
let unchanged: Client;
beforeAll(async () => {
  app = await startApp();
  unchanged = (await makeAccount(app)).client;
});
afterAll(() => app.close());

const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
const ASTRAL = '\u{1F310}';

describe('POST /vpcs', () => {
  it('[VPC] [D-02] [D-25] is 200 with the VPC and all its fields', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/vpcs', {
      label: 'production',
      region: 'us-east',
      description: 'Web\nand databases',
      subnets: [
        { label: 'web', ipv4: '10.0.1.0/24' },
        { label: 'db', ipv4: '192.168.0.0/29' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.body).toEqual({
      id: expect.any(Number),
      label: 'production',
      description: 'Web\nand databases',
      region: 'us-east',
      subnets: [
        subnet('web', '10.0.1.0/24'),
        { ...subnet('db', '192.168.0.0/29'), id: answer.body.subnets[0].id + 1 },
      ],
      created: TIME,
      updated: answer.body.created,
    });
    expect((await client.get(`/vpcs/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it('[D-51] [D-53] needs only a label and a region', async () => {
    const { client } = await makeAccount(app);
    const vpc = done(await client.post('/vpcs', { label: 'v', region: 'eu-west' }));
    expect(vpc).toMatchObject({ description: '', subnets: [], region: 'eu-west' });
  });

  it.each([
    ['of 1 character', 'x'],
    ['of 64 characters', 'x'.repeat(64)],
    ['[D-11] of 64 code points outside the BMP', ASTRAL.repeat(64)],
    ['[D-12] of any printable characters, untrimmed', ' <b>&"\'\\/é中 '],
  ])('[VPC] accepts a label %s', async (_, label) => {
    const { client } = await makeAccount(app);
    const request = { label, region: 'us-east', subnets: [{ label, ipv4: '10.0.0.0/24' }] };
    const vpc = done(await client.post('/vpcs', request));
    expect(vpc).toMatchObject({ label, subnets: [{ label }] });
  });

  it.each([
    ['empty', '', 'Length must be 1-64 characters'],
    ['of 65 characters', 'x'.repeat(65), 'Length must be 1-64 characters'],
    ['[D-11] of 65 code points', ASTRAL.repeat(65), 'Length must be 1-64 characters'],
    ['absent', undefined, 'label is required'],
    ['[D-15] null', null, 'label is required'],
    ['[D-10] a number', 5, 'label is not valid'],
    ['a boolean', true, 'label is not valid'],
    ['an object', {}, 'label is not valid'],
    ['an array', ['x'], 'label is not valid'],
    ['[D-12] with a line break', 'a\nb', 'label is not valid'],
    ['[D-12] with DEL', 'a\u007f', 'label is not valid'],
    ['[D-12] with U+2028', 'a\u2028b', 'label is not valid'],
    ['[D-11] with U+0000', 'a\u0000b', 'label is not valid'],
    ['[D-11] with a lone surrogate', 'a\ud800b', 'label is not valid'],
  ])('[VPC] refuses a label %s, also of a subnet', async (_, label, reason) => {
    const request = { label, region: 'us-east', subnets: [{ label, ipv4: '10.0.0.0/24' }] };
    const answer = await unchanged.post('/vpcs', request);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusals(['label', reason], ['subnets[0].label', reason]));
  });

  it.each([
    ['empty', ''],
    ['of 255 characters', 'x'.repeat(255)],
    ['[D-11] of 255 code points', ASTRAL.repeat(255)],
    ['[D-12] with line breaks and tabs', 'a\n\tb\r\nc'],
  ])('[VPC] accepts a description %s', async (_, description) => {
    const { client } = await makeAccount(app);
    const vpc = done(await client.post('/vpcs', { label: 'v', region: 'us-east', description }));
    expect(vpc.description).toBe(description);
  });

  it.each([
    ['of 256 characters', 'x'.repeat(256), 'Length must be 0-255 characters'],
    ['a number', 1, 'description is not valid'],
    ['with another control', 'a\u0007', 'description is not valid'],
    ['with U+0000', '\u0000', 'description is not valid'],
  ])('[VPC] refuses a description %s', async (_, description, reason) => {
    const answer = await unchanged.post('/vpcs', { label: 'v', region: 'us-east', description });
    expect(answer).toMatchObject({ status: 400, body: refusal('description', reason) });
  });

  it.each([
    ['absent', undefined, 'region is required'],
    ['null', null, 'region is required'],
    ['unknown', 'moon-1', 'region is not valid'],
    ['in another case', 'US-EAST', 'region is not valid'],
    ['empty', '', 'region is not valid'],
    ['a number', 1, 'region is not valid'],
  ])('[D-52] refuses a region %s', async (_, region, reason) => {
    const answer = await unchanged.post('/vpcs', { label: 'v', region });
    expect(answer).toMatchObject({ status: 400, body: refusal('region', reason) });
  });

  it.each([
    ['an object with faults', { label: 1 }, [['subnets', 'subnets is not valid']]],
    ['an object', {}, [['subnets', 'subnets is not valid']]],
    ['a string', '10.0.0.0/24', [['subnets', 'subnets is not valid']]],
    ['a number', 0, [['subnets', 'subnets is not valid']]],
    ['holding null', [null], [['subnets[0]', 'subnets[0] is not valid']]],
    ['holding a string', ['10.0.0.0/24'], [['subnets[0]', 'subnets[0] is not valid']]],
    ['holding an array of an empty object', [[{}]], [['subnets[0]', 'subnets[0] is not valid']]],
    ['holding an array', [[]], [['subnets[0]', 'subnets[0] is not valid']]],
    [
      'holding an array of a subnet',
      [[{ label: 'a', ipv4: '10.0.0.0/24' }]],
      [['subnets[0]', 'subnets[0] is not valid']],
    ],
    [
      'holding an empty object',
      [{}],
      [
        ['subnets[0].label', 'label is required'],
        ['subnets[0].ipv4', 'ipv4 is required'],
      ],
    ],
  ] as const)('[D-53] refuses subnets that are %s', async (_, subnets, faults) => {
    const answer = await unchanged.post('/vpcs', { label: 'v', region: 'us-east', subnets });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusals(...faults));
  });

  it.each([['null'], ['[]']])('[D-15] [D-53] creates no subnets for %s', async (json) => {
    const body = { label: 'v', region: 'us-east', subnets: JSON.parse(json) as unknown };
    expect(done(await unchanged.post('/vpcs', body)).subnets).toEqual([]);
  });

  it('[D-27] [D-183] reports all faults at once, in the order of the endpoint table', async () => {
    const answer = await unchanged.post('/vpcs', {
      subnets: [
        { ipv4: 'x', label: '' },
        { label: 'good', ipv4: '10.0.0.0/24' },
        { ipv4: '8.8.8.0/24' },
        { label: 1, ipv4: '10.0.0.0/30' },
      ],
      description: 'x'.repeat(256),
      region: 'nowhere',
      label: '',
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(
        ['label', 'Length must be 1-64 characters'],
        ['region', 'region is not valid'],
        ['description', 'Length must be 0-255 characters'],
        ['subnets[0].label', 'Length must be 1-64 characters'],
        ['subnets[0].ipv4', 'Must be an IPv4 network'],
        ['subnets[2].label', 'label is required'],
        ['subnets[2].ipv4', 'Must be within 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
        ['subnets[3].label', 'label is not valid'],
        ['subnets[3].ipv4', 'Prefix length must be at most 29'],
      ),
    );
  });

  it('[D-13] ignores unknown and read-only keys, also inside subnets', async () => {
    const { client } = await makeAccount(app);
    const vpc = done(
      await client.post('/vpcs', {
        label: 'v',
        region: 'us-east',
        id: 77,
        created: '2001-01-01T00:00:00',
        nonsense: { deep: [1] },
        constructor: 1,
        subnets: [{ label: 's', ipv4: '10.0.0.0/24', id: 77, instances: [1], nonsense: null }],
      }),
    );
    expect(vpc.created).not.toBe('2001-01-01T00:00:00');
    expect(vpc.subnets).toEqual([subnet('s', '10.0.0.0/24')]);
  });

  it('[D-53] is all or nothing: a refused subnet leaves no VPC and no event', async () => {
    const { client } = await makeAccount(app);
    const subnets = [
      { label: 'a', ipv4: '10.0.0.0/16' },
      { label: 'b', ipv4: '10.0.5.0/24' },
    ];
    const answer = await client.post('/vpcs', { label: 'v', region: 'us-east', subnets });
    expect(answer.status).toBe(400);
    expect((await client.get('/vpcs')).body).toEqual({ data: [], page: 1, pages: 1, results: 0 });
    expect((await client.get('/account/events')).body.results).toBe(0);
  });

  it('[D-12] labels and ranges need not be unique across VPCs', async () => {
    const { client } = await makeAccount(app);
    const body = { label: 'same', region: 'us-east', subnets: [{ label: 's', ipv4: '10.0.0.0/8' }] };
    const ids = [done(await client.post('/vpcs', body)).id, done(await client.post('/vpcs', body)).id];
    expect(new Set(ids).size).toBe(2);
  });
});

function subnet(label: string, ipv4: string) {
  return { id: expect.any(Number), label, ipv4, instances: [], created: TIME, updated: TIME };
}
