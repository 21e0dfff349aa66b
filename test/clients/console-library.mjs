// Drives the API with the JavaScript library of the field's own web console. Prints what it saw as JSON.
import * as api from '@linode/api-v4';

api.setToken(process.env.SERVICE_TOKEN);
api.baseRequest.interceptors.request.use((config) => ({
  ...config,
  url: config.url.replace('https://api.linode.com', process.env.SERVICE_URL),
}));

console.log(
  JSON.stringify({
    vpc: await vpc(),
    domain: await domain(),
    profile: await profile(),
    image: await image(),
  }),
);

async function vpc() {
  const subnets = [{ label: 'one', ipv4: '10.0.0.0/24' }];
  const { id, ...made } = await api.createVPC({ label: 'net', region: 'us-east', subnets });
  await api.createSubnet(id, { label: 'two', ipv4: '10.0.1.0/24' });
  await api.modifySubnet(id, made.subnets[0].id, { label: 'first' });
  const { label } = await api.updateVPC(id, { label: 'network' });
  const listed = await api.getSubnets(id, { page_size: 25 });
  const found = await api.getVPCs({}, { label: { '+contains': 'work' } });
  const deleted = await api.deleteVPC(id);
  const left = await api.getVPCs();
  return { label, subnets: listed.data.map(labelOf), found: found.results, deleted, left: left.results };
}

async function domain() {
  const body = { domain: 'console.example.com', type: 'master', soa_email: 'dns@example.com' };
  const { id } = await api.createDomain(body);
  const record = await api.createDomainRecord(id, { type: 'A', name: 'www', target: '192.0.2.1' });
  await api.updateDomainRecord(id, record.id, { target: '192.0.2.2' });
  const { data } = await api.getDomainRecords(id);
  const clone = await api.cloneDomain(id, { domain: 'console-clone.example.com' });
  const cloned = await api.getDomainRecords(clone.id);
  const { status } = await api.updateDomain(id, { domainId: id, status: 'disabled' });
  await api.deleteDomain(id);
  const missing = await api.getDomain(id).catch(errorsOf);
  return { target: data[0].target, cloned: cloned.results, status, missing };
}

async function profile() {
  const key = await api.createSSHKey({ label: 'laptop', ssh_key: `ssh-ed25519 ${'A'.repeat(68)} ada` });
  const renamed = await api.updateSSHKey(key.id, { label: 'desktop' });
  const expiry = '2038-01-01T00:00:00';
  const made = await api.createPersonalAccessToken({ label: 'cli', scopes: 'domains:read_only', expiry });
  const tokens = await api.getPersonalAccessTokens({}, { label: 'cli' });
  const { timezone } = await api.updateProfile({ timezone: 'Europe/Berlin' });
  const events = await api.getEvents({}, { '+order_by': 'created', '+order': 'desc' });
  return {
    key: renamed.label,
    token: [made.token.length, made.scopes, tokens.data[0].token.length],
    timezone,
    events: new Set(events.data.map(({ action }) => action)).has('token_create'),
  };
}

async function image() {
  const made = await api.uploadImage({ label: 'disk', region: 'us-east', cloud_init: true });
  const missing = await api.getImage('private/999999').catch(errorsOf);
  await api.deleteImage(made.image.id);
  return { status: made.image.status, missing };
}

function labelOf({ label }) {
  return label;
}

/** The library hands on the error of its HTTP client. */
function errorsOf({ response }) {
  return response.data.errors;
}
