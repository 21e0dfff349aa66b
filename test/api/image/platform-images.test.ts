import { PLATFORM_TOKEN } from '../../support/app.js';
import { anonymous, platform, refusal } from '../../support/client.js';
import {
  downloadImage,
  makeDisk,
  makeImage,
  makeUpload,
  send,
  startImageApp,
  type ImageApp,
} from '../../support/images.js';
import { done, makeAccount, next } from '../../support/makers.js';

let app: ImageApp;
beforeAll(async () => (app = await startImageApp({ PUBLIC_IMAGE_PREFIX: 'cloud' })));
afterAll(() => app.close());

describe('PUT /platform/v1/images/{name}', () => {
  it('[platform-api: Images] publishes an image below PUBLIC_IMAGE_PREFIX, visible to every caller', async () => {
    const name = `debian-${next()}`;
    const answer = await platform(app).put(`/images/${name}`, { label: 'Debian 12', size: 2500 });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: `cloud/${name}`,
      label: 'Debian 12',
      description: null,
      is_public: true,
      size: 2500,
      capabilities: [],
      deprecated: false,
      eol: null,
      vendor: null,
      created_by: 'Cloud Account Service',
    });
    expect((await anonymous(app).get(`/images/cloud/${name}`)).body).toEqual(answer.body);
  });

  it.each(['0001-01-01T00:00:00', '0099-12-31T23:59:59', '9999-12-31T23:59:59'])(
    '[D-09] shows the end of support %s everywhere as it was sent',
    async (eol) => {
      const name = `old-${next()}`;
      const answer = await platform(app).put(`/images/${name}`, { label: name, size: 1, eol });
      expect(answer).toMatchObject({ status: 200, body: { eol } });
      expect((await anonymous(app).get(`/images/cloud/${name}`)).body.eol).toBe(eol);
      expect((await anonymous(app).filter('/images', { eol, label: name })).body.data).toMatchObject([
        { eol },
      ]);
    },
  );

  it('[platform-api: Images] replaces all fields, and is idempotent', async () => {
    const name = `debian-${next()}`;
    const full = { label: 'Debian 12', size: 2500, vendor: 'Debian', description: 'x', deprecated: true };
    const first = done(
      await platform(app).put(`/images/${name}`, { ...full, eol: '2028-06-30T00:00:00+02:00' }),
    );
    expect(first.eol).toBe('2028-06-29T22:00:00');
    app.clock.forward(60);
    const second = done(
      await platform(app).put(`/images/${name}`, { label: 'Debian 12.1', size: 2600, eol: null }),
    );
    expect(second).toEqual({
      ...first,
      label: 'Debian 12.1',
      size: 2600,
      vendor: null,
      description: null,
      deprecated: false,
      eol: null,
      updated: expect.any(String),
    });
    expect(second.updated > first.updated).toBe(true);
  });

  it('[D-276] leaves the image and its tag as they are when nothing changes', async () => {
    const name = `debian-${next()}`;
    const request = {
      label: 'Debian 12',
      size: 2500,
      capabilities: ['cloud-init'],
      eol: '2028-06-30T00:00:00',
    };
    const first = done(await platform(app).put(`/images/${name}`, request));
    const view = () => anonymous(app).get(`/images/cloud/${name}`);
    const tag = (await view()).headers.get('etag');
    app.clock.forward(60);
    expect(done(await platform(app).put(`/images/${name}`, request))).toEqual(first);
    expect((await view()).headers.get('etag')).toBe(tag);
    const other = done(await platform(app).put(`/images/${name}`, { ...request, eol: null }));
    expect(other.updated > first.updated).toBe(true);
  });

  it('[D-27] reports all faults at once', async () => {
    const answer = await platform(app).put('/images/x', { size: -1, eol: 'soon', capabilities: [5] });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: 'label', reason: 'label is required' },
      { field: 'size', reason: 'Must be 0-2147483647' },
      { field: 'capabilities[0]', reason: 'capabilities[0] is not valid' },
      { field: 'eol', reason: 'eol is not valid' },
    ]);
  });

  it.each(['a%2Fb', '-x', 'x'.repeat(129), '%20'])('answers 404 for the invalid name %s', async (name) => {
    expect((await platform(app).put(`/images/${name}`, { label: 'x', size: 1 })).status).toBe(404);
  });

  it('requires the platform token', async () => {
    const { client } = await makeAccount(app);
    const path = `${app.url}/platform/v1/images/x`;
    for (const token of [client.token!, 'nothing']) {
      const answer = await fetch(path, { method: 'PUT', headers: { Authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(401);
    }
  });
});

describe('GET /platform/v1/images/{imageId}/data', () => {
  it('[platform-api: Images] answers with the stored bytes', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const { gzip } = makeDisk();
    done(await send(address, new Uint8Array(gzip)));
    const answer = await downloadImage(app, id.replace('/', '%2F'));
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(gzip)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    expect(answer.headers.get('content-length')).toBe(`${gzip.length}`);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=5-5', 5, 6],
    ['bytes=100-', 100, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=-999999999', 0, undefined],
    ['bytes=10-999999999', 10, undefined],
  ])('[platform-api: Range] answers %s', async (range, from, to) => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const { gzip } = makeDisk();
    done(await send(address, new Uint8Array(gzip)));
    const part = gzip.subarray(from, to);
    const answer = await downloadImage(app, id, { Range: range });
    expect(answer.status).toBe(206);
    expect(answer.bytes.equals(part)).toBe(true);
    const first = from < 0 ? gzip.length + from : from;
    const shown = `bytes ${first}-${first + part.length - 1}/${gzip.length}`;
    expect(answer.headers.get('content-range')).toBe(shown);
  });

  it.each(['bytes=0-1,5-6', 'bytes=5-1,2-3', 'lines=1-2', 'bytes=x', 'bytes=-'])(
    '[RFC 9110] ignores the range %s and answers all bytes',
    async (range) => {
      const { client } = await makeAccount(app);
      const id = await makeImage(app, client);
      const whole = await downloadImage(app, id);
      const answer = await downloadImage(app, id, { Range: range });
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals(whole.bytes)).toBe(true);
    },
  );

  it('[RFC 9110] a range that ends before it begins is 416', async () => {
    const id = await makeImage(app, (await makeAccount(app)).client);
    const answer = await downloadImage(app, id, { Range: 'bytes=5-1' });
    expect(answer.status).toBe(416);
    expect(JSON.parse(answer.bytes.toString())).toEqual(refusal('Range', 'Range is not valid'));
  });

  it('[RFC 9110] HEAD ignores a range', async () => {
    const id = await makeImage(app, (await makeAccount(app)).client);
    const { bytes } = await downloadImage(app, id);
    const head = await fetch(`${app.url}/platform/v1/images/${id}/data`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${PLATFORM_TOKEN}`, Range: 'bytes=0-9' },
    });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  });

  it('[RFC 9110] a range beyond the end is 416 with the length', async () => {
    const { client } = await makeAccount(app);
    const id = await makeImage(app, client);
    const { length } = (await downloadImage(app, id)).bytes;
    const answer = await downloadImage(app, id, { Range: `bytes=${length}-` });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${length}`);
    expect(JSON.parse(answer.bytes.toString())).toEqual(refusal('Range', 'Range is not valid'));
  });

  it('[RFC 9110] answers all bytes for an If-Range of another version', async () => {
    const { client } = await makeAccount(app);
    const id = await makeImage(app, client);
    const whole = await downloadImage(app, id);
    const etag = whole.headers.get('etag')!;
    expect((await downloadImage(app, id, { Range: 'bytes=0-9', 'If-Range': etag })).bytes).toHaveLength(10);
    const other = await downloadImage(app, id, { Range: 'bytes=0-9', 'If-Range': '"other"' });
    expect(other.bytes.equals(whole.bytes)).toBe(true);
  });

  it('[platform-api: Images] answers 404 for public, pending, unknown and malformed ids', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeUpload(app, client);
    const { id: shared } = done(await platform(app).put('/images/shared', { label: 'x', size: 1 }));
    for (const one of [id, shared, 'private/999999', 'private/x', 'x']) {
      const answer = await downloadImage(app, one);
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.bytes.toString())).toEqual(refusal('', 'Not found'));
    }
  });

  it('requires the platform token', async () => {
    const { client } = await makeAccount(app);
    const id = await makeImage(app, client);
    expect((await fetch(`${app.url}/platform/v1/images/${id}/data`)).status).toBe(401);
  });
});

describe('DELETE /platform/v1/accounts/{accountId}', () => {
  it('[D-200] is refused while the account has images', async () => {
    const account = await makeAccount(app);
    const { id } = await makeUpload(app, account.client);
    const answer = await platform(app).delete(`/accounts/${account.id}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal('', 'Account still has resources.'));
    done(await account.client.delete(`/images/${id}`));
    expect((await platform(app).delete(`/accounts/${account.id}`)).status).toBe(200);
  });
});
