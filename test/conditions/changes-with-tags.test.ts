import { endpointOf, type EndpointName } from '../../src/access/endpoints.js';
import { operationsOf } from '../../src/shared/openapi/operations.js';
import { platform, refusal, type Answer } from '../support/client.js';
import { makeDocument } from '../support/document.js';
import { startImageApp } from '../support/images.js';
import { makeAccount } from '../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith, type FakeRegistry } from '../support/registry.js';
import { TextMessageReceiver } from '../support/text-message-receiver.js';
import { CHANGES, type Scene } from './changes.js';

let messages: TextMessageReceiver;
let registry: FakeRegistry;
let app: Awaited<ReturnType<typeof startImageApp>>;
beforeAll(async () => {
  messages = await TextMessageReceiver.start();
  app = await startImageApp({ SMS_WEBHOOK_URL: messages.url });
  registry = await fakeRegistry(zoneWith('test', new Map()));
  claimsAsk(app, registry.port);
});
afterAll(async () => {
  await app.close();
  await registry.close();
  await messages.stop();
});

const NAMES = Object.keys(CHANGES) as EndpointName[];
/** Collections, and actions on objects that no GET shows, so that they have no tag. */
const WITHOUT_OBJECT: readonly EndpointName[] = [
  'vpc.create',
  'profile.phone.send',
  'profile.phone.verify',
  'profile.sshKey.create',
  'profile.tfa.enable',
  'profile.tfa.confirm',
  'profile.tfa.disable',
  'profile.token.create',
  'domain.create',
  'domain.claim.create',
  'domain.deleted.restore',
  'image.create',
  'image.upload',
  'account.user.create',
  'account.client.create',
];
const WITH_OBJECT = NAMES.filter((name) => !WITHOUT_OBJECT.includes(name));

/** The GET whose tag a change compares, by the path of the change. */
function objectPath(name: EndpointName, path: string): string {
  if (/\/(changes|restore)$/.test(path)) return path.replace(/^(\/domains\/\d+)\/.*$/, '$1/zone-file');
  if (/\/(records|subnets|clone|roll|delegate|read|seen|check|reset-secret)$/.test(path))
    return path.replace(/\/[\w-]+$/, '');
  return path;
}

async function newScene(): Promise<Scene> {
  const account = await makeAccount(app);
  return { app, account, client: account.client, messages };
}

function tagOf({ headers }: Answer): string | null {
  return headers.get('etag');
}

it.each(WITH_OBJECT.filter((name) => name !== 'profile.phone.delete'))(
  '[D-275] %s with another tag is 412 with the present one, and succeeds with that one',
  async (name) => {
    const scene = await newScene();
    const [path, body] = await CHANGES[name]!(scene);
    const { method } = endpointOf(name);
    const before = await scene.client.get(objectPath(name, path));

    const refused = await scene.client.send(method, path, body, { 'If-Match': '"other"' });

    expect([refused.status, tagOf(refused)]).toEqual([412, tagOf(before)]);
    expect(tagOf(before)).not.toBeNull();
    expect((await scene.client.get(objectPath(name, path))).body).toEqual(before.body);
    const made = await scene.client.send(method, path, body, { 'If-Match': tagOf(before)! });
    expect(made.status).toBe(200);
  },
);

it.each(WITHOUT_OBJECT)('[D-275] %s has no object, and ignores If-Match', async (name) => {
  const scene = await newScene();
  const [path, body] = await CHANGES[name]!(scene);
  const made = await scene.client.send(endpointOf(name).method, path, body, { 'If-Match': '"other"' });
  expect(made.status).toBe(200);
});

it('[D-275] the OpenAPI document has If-Match for exactly the changes of an object', async () => {
  const told = operationsOf(await makeDocument()).flatMap(({ operation }) => {
    const takes = operation.parameters?.some((of) => '$ref' in of && of.$ref.endsWith('/IfMatch'));
    return takes ? operation.operationId! : [];
  });
  expect(NAMES.filter((name) => told.includes(name.replaceAll('.', '_')))).toEqual(WITH_OBJECT);
});

it('[D-217] [D-275] a change of the Platform API, whose objects have no tags, refuses every tag', async () => {
  const { id } = await makeAccount(app);
  const path = `/accounts/${id}/billing`;
  const answer = await platform(app).put(path, { payments_total_usd: 1 }, { 'If-Match': '*' });
  expect(answer).toMatchObject({ status: 412, body: refusal('If-Match', 'The resource has changed.') });
});

it.each(NAMES.filter((name) => endpointOf(name).answersObject))(
  '[D-275] %s returns the tag of a GET of the object',
  async (name) => {
    const scene = await newScene();
    const [path, body] = await CHANGES[name]!(scene);
    const { method, creates } = endpointOf(name);

    const made = await scene.client.send(method, path, body);

    const location = made.headers.get('location');
    expect(location !== null).toBe(creates !== undefined);
    const shown = await scene.client.get(location?.replace(/^\/v4/, '') ?? objectPath(name, path));
    expect(shown.status).toBe(200);
    expect(tagOf(made)).toBe(tagOf(shown));
  },
);
