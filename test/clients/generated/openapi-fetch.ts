// Drives the API with openapi-fetch and the types of openapi-typescript. Prints what it saw as JSON.
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const { SERVICE_URL = '', SERVICE_TOKEN = '' } = process.env;
const client = createClient<paths, 'application/json'>({
  baseUrl: SERVICE_URL,
  headers: { Authorization: `Bearer ${SERVICE_TOKEN}` },
});

console.log(
  JSON.stringify({
    domain: await domain(),
    vpc: await vpc(),
    profile: await profile(),
    images: await images(),
  }),
);

async function domain() {
  const body = { domain: 'openapi-fetch.example.com', type: 'master', soa_email: 'dns@example.com' } as const;
  const made = data(await client.POST('/v4/domains', { body }));
  const path = { domainId: made.id };
  const at = { params: { path } };
  data(await client.PUT('/v4/domains/{domainId}', { ...at, body: { ttl_sec: 301, tags: ['generated'] } }));
  const record = { type: 'MX', name: '', target: 'mx.example.com', priority: 10 } as const;
  const { id: recordId } = data(await client.POST('/v4/domains/{domainId}/records', { ...at, body: record }));
  const recordAt = { params: { path: { ...path, recordId } } };
  const changed = data(
    await client.PUT('/v4/domains/{domainId}/records/{recordId}', { ...recordAt, body: { priority: 20 } }),
  );
  const list = data(await client.GET('/v4/domains', { params: { query: { page: 1, page_size: 25 } } }));
  const zone = data(
    await client.GET('/v4/domains/{domainId}/zone-file', { params: { path: { domainId: String(made.id) } } }),
  );
  const refused = await client.POST('/v4/domains', { body: { ...body, domain: '-' } });
  return {
    found: list.data.map(({ domain, ttl_sec, tags }) => [domain, ttl_sec, ...tags]),
    pages: [list.page + 0, list.pages + 0, list.results + 0],
    record: [changed.target, changed.priority, changed.tag?.length ?? null],
    lines: zone.zone_file.length > 3,
    refused: refused.error?.errors.map(({ field }) => field),
  };
}

async function vpc() {
  const subnets = [{ label: 'web', ipv4: '10.0.1.0/24' }];
  const made = data(await client.POST('/v4/vpcs', { body: { label: 'net', region: 'us-east', subnets } }));
  const at = { params: { path: { vpcId: made.id } } };
  const changed = data(await client.PUT('/v4/vpcs/{vpcId}', { ...at, body: { description: 'Servers' } }));
  const listed = data(await client.GET('/v4/vpcs/{vpcId}/subnets', at));
  const deleted = data(await client.DELETE('/v4/vpcs/{vpcId}', at));
  return { description: changed.description, subnets: listed.data.map(({ ipv4 }) => ipv4), deleted };
}

async function profile() {
  const { data: changed } = await client.PUT('/v4/profile', { body: { timezone: 'Europe/Berlin' } });
  const grants = await client.GET('/v4/profile/grants');
  return [changed?.timezone, changed?.verified_phone_number ?? null, grants.response.status];
}

async function images() {
  const body = { label: 'disk', region: 'us-east' };
  const { image } = data(await client.POST('/v4/images/upload', { body }));
  const list = data(await client.GET('/v4/images', { headers: { 'X-Filter': '{"is_public": false}' } }));
  return [image.status, list.results, list.data[0]?.expiry ?? null];
}

function data<Shown>(answer: { data?: Shown; error?: unknown }): Shown {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}
