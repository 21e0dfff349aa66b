import { anonymous, refusal } from '../../support/client.js';
import {
  makeImage,
  makePublicImage,
  makeUpload,
  startImageApp,
  type ImageApp,
} from '../../support/images.js';
import { makeAccount, makeRestricted, makeToken } from '../../support/makers.js';

let app: ImageApp;
beforeAll(async () => (app = await startImageApp()));
afterAll(() => app.close());

const UNAUTHENTICATED = refusal('', 'Invalid Token');
const NO_SCOPE = refusal('', 'Your OAuth token is not authorized to use this endpoint.');
const NOT_FOUND = refusal('', 'Not found');
const ids = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id);

describe('GET /images', () => {
  it('[Images rule 1] shows only public images without a credential', async () => {
    const { client } = await makeAccount(app);
    const mine = await makeImage(app, client);
    const shared = await makePublicImage(app);
    const answer = await anonymous(app).get('/images');
    expect(answer.status).toBe(200);
    expect(ids(answer)).toContain(shared);
    expect(ids(answer)).not.toContain(mine);
  });

  it('[Images rule 1] [D-07] shows public images by id, then private ones by number', async () => {
    const { client } = await makeAccount(app);
    const own = [await makeImage(app, client), await makeImage(app, client)];
    const shared = [await makePublicImage(app), await makePublicImage(app)];
    const listed = ids(await client.get('/images'));
    expect(listed.slice(-2)).toEqual(own);
    expect(listed.slice(0, -2)).toEqual([...listed.slice(0, -2)].sort());
    expect(listed).toEqual(expect.arrayContaining(shared));
  });

  it('shows no images of other accounts', async () => {
    const [one, other] = [await makeAccount(app), await makeAccount(app)];
    const theirs = await makeImage(app, other.client);
    expect(ids(await one.client.get('/images'))).not.toContain(theirs);
  });

  it('[D-117] shows only public images to a token without images:read_only', async () => {
    const account = await makeAccount(app);
    await makeImage(app, account.client);
    const client = await makeToken(app, account.username, 'domains:read_only');
    expect((await client.filter('/images', { is_public: false })).body.results).toBe(0);
  });

  it.each(['images:read_only', 'images:read_write', '*'])(
    '[D-42] shows private images to %s',
    async (scopes) => {
      const account = await makeAccount(app);
      await makeImage(app, account.client);
      const client = await makeToken(app, account.username, scopes);
      expect((await client.filter('/images', { is_public: false })).body.results).toBe(1);
    },
  );

  it('[D-39] a bad token is 401 here too', async () => {
    const answer = await anonymous(app).get('/images', { Authorization: 'Bearer nothing' });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(UNAUTHENTICATED);
  });

  it('[D-45] shows a restricted user the granted images', async () => {
    const account = await makeAccount(app);
    const [seen] = [await makeImage(app, account.client), await makeImage(app, account.client)];
    const grants = { image: [{ id: Number(seen.split('/')[1]), permissions: 'read_only' }] };
    const { client } = await makeRestricted(app, account, grants);
    expect(ids(await client.filter('/images', { is_public: false }))).toEqual([seen]);
  });

  it('filters by every kind of field', async () => {
    const { client } = await makeAccount(app);
    const id = await makeImage(app, client, { label: 'Gold', description: 'of 2026', cloud_init: true });
    await makeUpload(app, client, { label: 'silver' });
    const found = async (filter: object) =>
      ids(await client.filter('/images', { is_public: false, ...filter }));
    expect(await found({ id })).toEqual([id]);
    expect(await found({ label: { '+contains': 'gOL' } })).toEqual([id]);
    expect(await found({ description: null })).not.toContain(id);
    expect(await found({ status: 'available' })).toEqual([id]);
    expect(await found({ size: 1 })).toEqual([id]);
    expect(await found({ capabilities: 'cloud-init' })).toEqual([id]);
    expect(await found({ created: { '+gt': '2020-01-01' }, '+order_by': 'label' })).toHaveLength(2);
    expect(await found({ '+order_by': 'id', '+order': 'desc' })).toHaveLength(2);
  });

  it('[spec: Image status] status is not orderable', async () => {
    const answer = await anonymous(app).filter('/images', { '+order_by': 'status' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('X-Filter', 'Cannot order by status'));
  });

  it('[D-05] pages', async () => {
    const { client } = await makeAccount(app);
    for (let image = 0; image < 3; image++) await makeUpload(app, client);
    const filter = { 'X-Filter': '{"is_public": false}' };
    const answer = await client.get('/images?page=2&page_size=2', filter);
    expect(answer.body).toMatchObject({ page: 2, pages: 2, results: 3 });
    expect(answer.body.data).toHaveLength(1);
  });
});

describe('GET /images/{imageId}', () => {
  it('[D-115] accepts the slash of an id plain and as %2F', async () => {
    const { client } = await makeAccount(app);
    const id = await makeImage(app, client);
    expect((await client.get(`/images/${id}`)).body.id).toBe(id);
    expect((await client.get(`/images/${id.replace('/', '%2F')}`)).body.id).toBe(id);
  });

  it('[D-01] [D-115] ignores one slash after an id', async () => {
    const { client } = await makeAccount(app);
    const id = await makeImage(app, client);
    for (const path of [`/images/${id}/`, `/images/${id.replace('/', '%2F')}/`]) {
      expect((await client.get(path)).body.id).toBe(id);
      expect((await client.put(path, { label: 'renamed' })).body).toMatchObject({ id, label: 'renamed' });
    }
    expect((await client.get(`/images/${id}//`)).status).toBe(404);
  });

  it('[spec: Image] shows a public image without a credential, with all its fields', async () => {
    const eol = '2028-06-30T00:00:00';
    const extra = {
      vendor: 'Debian',
      eol,
      deprecated: true,
      description: 'stable',
      capabilities: ['cloud-init'],
    };
    const id = await makePublicImage(app, extra);
    const { status, body } = await anonymous(app).get(`/images/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      label: 'Debian 12',
      description: 'stable',
      is_public: true,
      type: 'manual',
      status: 'available',
      size: 2500,
      capabilities: ['cloud-init'],
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      updated: body.created,
      created_by: 'Cloud Account Service',
      deprecated: true,
      eol,
      expiry: null,
      vendor: 'Debian',
    });
  });

  it.each(['private/1', 'private/999999', 'private/x', 'private/01', 'private%2F1'])(
    '[D-116] [D-185] %s without a credential is 401, existing or not',
    async (id) => {
      const answer = await anonymous(app).get(`/images/${id}`);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(UNAUTHENTICATED);
    },
  );

  it.each(['public/none', 'elsewhere/debian12', 'nothing'])('[D-116] %s is 404', async (id) => {
    const answer = await anonymous(app).get(`/images/${id}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(NOT_FOUND);
  });

  it('[D-117] answers 403 without images:read_only, whether or not the image exists', async () => {
    const account = await makeAccount(app);
    const id = await makeImage(app, account.client);
    const client = await makeToken(app, account.username, 'domains:read_only');
    for (const one of [id, 'private/999999', 'private/x']) {
      const answer = await client.get(`/images/${one}`);
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(NO_SCOPE);
      expect(answer.headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_scope", scope="images:read_only"',
      );
      expect(answer.headers.get('x-accepted-oauth-scopes')).toBe('images:read_only');
    }
    expect((await client.get(`/images/${await makePublicImage(app)}`)).status).toBe(200);
  });

  it('[D-32] unknown, foreign, malformed and ungranted ids get the same 404', async () => {
    const [account, other] = [await makeAccount(app), await makeAccount(app)];
    const [own, theirs] = [await makeImage(app, account.client), await makeImage(app, other.client)];
    const { client } = await makeRestricted(app, account);
    for (const id of [own, theirs, 'private/999999', 'private/0', 'private/1/2']) {
      const answer = await client.get(`/images/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(NOT_FOUND);
    }
  });

  it('[D-185] GET /images/upload is 405', async () => {
    const answer = await anonymous(app).get('/images/upload');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  });
});
