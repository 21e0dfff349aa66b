import { startApp, type TestApp } from '../../support/app.js';
import { refusal, refusals } from '../../support/client.js';
import { done, makeAccount, makeVpc } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);

describe('PUT /vpcs/{vpcId}', () => {
  it('[D-14] changes only the fields that the body names', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    const labelled = done(await client.put(`/vpcs/${vpc.id}`, { label: 'new' }));
    expect(labelled).toEqual({ ...vpc, label: 'new', updated: TIME });
    const described = done(await client.put(`/vpcs/${vpc.id}`, { description: 'text' }));
    expect(described).toEqual({ ...labelled, description: 'text', updated: TIME });
    expect((await client.get(`/vpcs/${vpc.id}`)).body).toEqual(described);
  });

  it('[D-57] sets `updated` of the VPC, not of its subnets', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    app.clock.forward(60);
    const changed = done(await client.put(`/vpcs/${vpc.id}`, { label: 'new' }));
    expect(changed.updated > vpc.updated).toBe(true);
    expect(changed).toMatchObject({ created: vpc.created, subnets: vpc.subnets });
  });

  it('[VPCs rule 1] [D-13] changes neither subnets nor the region', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    const body = {
      subnets: [{ label: '', ipv4: 'x' }],
      region: 'nowhere',
      id: 1,
      created: 'x',
      updated: 'x',
    };
    expect(done(await client.put(`/vpcs/${vpc.id}`, body))).toEqual({ ...vpc, updated: TIME });
  });

  it.each([
    ['{}', {}],
    ['no body', ''],
    ['[D-15] a label of null', { label: null }],
  ])('[D-14] [D-276] %s changes nothing, and records its event', async (_, body) => {
    const { client } = await makeAccount(app);
    const vpc = done(await client.post('/vpcs', { label: 'v', region: 'us-east', description: 'kept' }));
    app.clock.forward(60);
    expect(done(await client.send('PUT', `/vpcs/${vpc.id}`, body))).toEqual(vpc);
    expect((await client.get('/account/events')).body.data[0].action).toBe('vpc_update');
  });

  it.each([[null], ['']])('[D-15] [D-16] a description of %j clears it', async (description) => {
    const { client } = await makeAccount(app);
    const vpc = done(await client.post('/vpcs', { label: 'v', region: 'us-east', description: 'text' }));
    expect(done(await client.put(`/vpcs/${vpc.id}`, { description })).description).toBe('');
  });

  it('[VPC] accepts 64 and 255 characters', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const body = { label: 'x'.repeat(64), description: 'y'.repeat(255) };
    expect(done(await client.put(`/vpcs/${vpc.id}`, body))).toMatchObject(body);
  });

  it('[D-27] reports all faults at once and changes nothing', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const events = (await client.get('/account/events')).body.results;
    const body = { description: 'x'.repeat(256), label: '' };
    const answer = await client.put(`/vpcs/${vpc.id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      refusals(
        ['label', 'Length must be 1-64 characters'],
        ['description', 'Length must be 0-255 characters'],
      ),
    );
    expect((await client.get(`/vpcs/${vpc.id}`)).body).toEqual(vpc);
    expect((await client.get('/account/events')).body.results).toBe(events);
  });

  it.each([
    ['a label of 65 characters', { label: 'x'.repeat(65) }, 'label', 'Length must be 1-64 characters'],
    ['a label that is a number', { label: 1 }, 'label', 'label is not valid'],
    ['a description that is a list', { description: [] }, 'description', 'description is not valid'],
    ['a description with U+0000', { description: '\0' }, 'description', 'description is not valid'],
  ])('[VPC] refuses %s', async (_, body, field, reason) => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const answer = await client.put(`/vpcs/${vpc.id}`, body);
    expect(answer).toMatchObject({ status: 400, body: refusal(field, reason) });
  });

  it.each([
    ['malformed', '{"label":', 'Invalid JSON'],
    ['an array', '[]', 'Request body must be a JSON object'],
    ['null', 'null', 'Request body must be a JSON object'],
  ])('[D-17] refuses a body that is %s', async (_, body, reason) => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const answer = await client.send('PUT', `/vpcs/${vpc.id}`, body);
    expect(answer).toMatchObject({ status: 400, body: refusal('', reason) });
  });

  it('[D-13] uses the last value of a duplicate key', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client);
    const changed = done(await client.send('PUT', `/vpcs/${vpc.id}`, '{"label":"a","label":"b"}'));
    expect(changed.label).toBe('b');
  });
});
