// Drives the API with the client that @hey-api/openapi-ts generates. Prints what it saw as JSON.
import { client } from './client/client.gen.js';
import * as api from './client/index.js';

const { SERVICE_URL = '', SERVICE_TOKEN = '' } = process.env;
client.setConfig({ baseUrl: SERVICE_URL, auth: SERVICE_TOKEN });
const throwOnError = true;

console.log(
  JSON.stringify({
    domain: await domain(),
    vpc: await vpc(),
    profile: await profile(),
    images: await images(),
  }),
);

async function domain() {
  const body = { domain: 'hey-api.example.com', type: 'master', soa_email: 'dns@example.com' } as const;
  const { data: made } = await api.domainCreate({ body, throwOnError });
  const path = { domainId: made.id };
  await api.domainUpdate({ path, body: { ttl_sec: 301, tags: ['generated'] }, throwOnError });
  const record = { type: 'MX', name: '', target: 'mx.example.com', priority: 10 } as const;
  const { data: mx } = await api.domainRecordCreate({ path, body: record, throwOnError });
  const at = { ...path, recordId: mx.id };
  const { data: changed } = await api.domainRecordUpdate({ path: at, body: { priority: 20 }, throwOnError });
  const { data: list } = await api.domainList({ query: { page: 1, page_size: 25 }, throwOnError });
  const zonePath = { domainId: String(made.id) };
  const { data: zone } = await api.domainZoneFile({ path: zonePath, throwOnError });
  const refused = await api.domainCreate({ body: { ...body, domain: '-' } });
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
  const body = { label: 'net', region: 'us-east', subnets };
  const { data: made } = await api.vpcCreate({ body, throwOnError });
  const path = { vpcId: made.id };
  const { data: changed } = await api.vpcUpdate({ path, body: { description: 'Servers' }, throwOnError });
  const { data: listed } = await api.vpcSubnetList({ path, throwOnError });
  const { data: deleted } = await api.vpcDelete({ path, throwOnError });
  return { description: changed.description, subnets: listed.data.map(({ ipv4 }) => ipv4), deleted };
}

async function profile() {
  const { data: changed } = await api.profileUpdate({ body: { timezone: 'Europe/Berlin' } });
  const { response } = await api.profileGrants();
  return [changed?.timezone, changed?.verified_phone_number ?? null, response?.status];
}

async function images() {
  const body = { label: 'disk', region: 'us-east' };
  const { data: made } = await api.imageUpload({ body, throwOnError });
  const headers = { 'X-Filter': '{"is_public": false}' };
  const { data: list } = await api.imageList({ headers, throwOnError });
  return [made.image.status, list.results, list.data[0]?.expiry ?? null];
}
