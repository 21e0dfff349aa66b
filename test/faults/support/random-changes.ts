import { gzipSync } from 'node:zlib';
import type { Answer, Client } from '../../support/client.js';
import { send } from '../../support/images.js';
import { recordsInWords, vpcInWords, type Held, type AccountContents } from './account-contents.js';
import type { Random } from '../../support/random.js';
import { ZONE_RECORDS } from './deployment.js';

/** One change that a writer asks for. */
export interface Change {
  /** The thing that it makes, changes or deletes. */
  readonly key: string;
  readonly send: () => Promise<Answer>;
  /** The thing in words when it has happened; undefined when it is gone then. */
  readonly whole: string | undefined;
  /** The events that tell of it, each as action and label. */
  readonly events: readonly string[];
  /** True when the service must refuse it. */
  readonly refused?: boolean;
}

export interface Writing {
  readonly client: Client;
  readonly things: AccountContents;
  readonly random: Random;
  /** A name that nothing else has. */
  readonly name: string;
  /** The service's address. */
  readonly url: string;
  /** The paths of upload addresses by the image's label. */
  readonly uploads: Map<string, string>;
}

type Maker = (writing: Writing) => Change | undefined;

const MOST_OF_A_KIND = 4;
const GZIP = new Uint8Array(gzipSync(Buffer.alloc(5_000, 7)));
const HOSTS = Array.from({ length: ZONE_RECORDS }, (_, n) => ({ name: `h${n}`, target: '192.0.2.1' }));
const RANGES = ['10.0.1.0/24', '10.0.2.0/24', '10.0.3.0/24'];
const master = (domain: string) => ({ domain, type: 'master', soa_email: 'a@example.com' });

/** Something to change, as far as what the account has allows it. */
export function nextChange(writing: Writing): Change | undefined {
  return writing.random.pick(MAKERS)(writing);
}

const MAKERS: readonly Maker[] = [
  (writing) => writing.random.pick([createVpc, createVpc, refusedVpc])(writing),
  (writing) => writing.random.pick([updateVpc, addSubnet, refusedSubnet])(writing),
  (writing) => writing.random.pick([createDomain, importDomain, cloneDomain, takenDomain])(writing),
  (writing) => addRecord(writing),
  (writing) => createToken(writing),
  (writing) => createKey(writing),
  (writing) => askForUpload(writing),
  (writing) => upload(writing),
  (writing) => remove(writing, 'vpc', '/vpcs', 'vpc_delete'),
  (writing) => remove(writing, 'domain', '/domains', 'domain_delete'),
  (writing) => remove(writing, 'token', '/profile/tokens', 'token_delete'),
  (writing) => remove(writing, 'key', '/profile/sshkeys', 'user_ssh_key_delete'),
  removeImage,
];

function createVpc({ client, name, things }: Writing): Change | undefined {
  if (of(things, 'vpc').length >= MOST_OF_A_KIND) return undefined;
  const subnets = RANGES.map((ipv4, n) => ({ label: `${name}-s${n}`, ipv4 }));
  return {
    key: `vpc ${name}`,
    send: () => client.post('/vpcs', { label: name, region: 'us-east', subnets }),
    whole: vpcInWords('', subnets),
    events: [`vpc_create ${name}`, ...subnets.map(({ label }) => `subnet_create ${label}`)],
  };
}

function refusedVpc({ client, name }: Writing): Change {
  const subnets = ['10.0.0.0/16', '10.0.1.0/24'].map((ipv4) => ({ label: name, ipv4 }));
  return refused(`vpc ${name}`, () => client.post('/vpcs', { label: name, region: 'us-east', subnets }));
}

function updateVpc({ client, things, random, name }: Writing): Change | undefined {
  const vpc = one(things, 'vpc', random);
  if (!vpc) return undefined;
  return {
    key: `vpc ${vpc.label}`,
    send: () => client.put(`/vpcs/${vpc.id}`, { description: name }),
    whole: vpc.whole.replace(/'.*'/, `'${name}'`),
    events: [`vpc_update ${vpc.label}`],
  };
}

function addSubnet({ client, things, random, name }: Writing): Change | undefined {
  const vpc = one(things, 'vpc', random);
  if (!vpc) return undefined;
  const ipv4 = `10.${1 + vpc.whole.split(' ').length}.0.0/24`;
  return {
    key: `vpc ${vpc.label}`,
    send: () => client.post(`/vpcs/${vpc.id}/subnets`, { label: name, ipv4 }),
    whole: `${vpc.whole} ${name}=${ipv4}`,
    events: [`subnet_create ${name}`],
  };
}

function refusedSubnet({ client, things, random, name }: Writing): Change | undefined {
  const vpc = one(things, 'vpc', random);
  if (!vpc) return undefined;
  const body = { label: name, ipv4: '10.0.0.0/22' };
  return refused(`subnet ${name}`, () => client.post(`/vpcs/${vpc.id}/subnets`, body));
}

function createDomain({ client, name, things }: Writing): Change | undefined {
  if (of(things, 'domain').length >= MOST_OF_A_KIND) return undefined;
  const domain = `${name}.example.com`;
  return {
    key: `domain ${domain}`,
    send: () => client.post('/domains', master(domain)),
    whole: '',
    events: [`domain_create ${domain}`],
  };
}

function importDomain({ client, name, things }: Writing): Change | undefined {
  if (of(things, 'domain').length >= MOST_OF_A_KIND) return undefined;
  const domain = `${name}.example.com`;
  return {
    key: `domain ${domain}`,
    send: () => client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }),
    whole: recordsInWords(HOSTS),
    events: [`domain_import ${domain}`],
  };
}

function cloneDomain({ client, name, things, random }: Writing): Change | undefined {
  const source = one(things, 'domain', random);
  if (!source || of(things, 'domain').length >= MOST_OF_A_KIND) return undefined;
  const domain = `${name}.example.com`;
  return {
    key: `domain ${domain}`,
    send: () => client.post(`/domains/${source.id}/clone`, { domain }),
    whole: source.whole,
    events: [`domain_create ${domain}`],
  };
}

function takenDomain({ client, things, random, name }: Writing): Change | undefined {
  const domain = one(things, 'domain', random);
  if (!domain) return undefined;
  return refused(`taken ${name}`, () => client.post('/domains', master(domain.label.toUpperCase())));
}

function addRecord({ client, things, random, name }: Writing): Change | undefined {
  const domain = one(things, 'domain', random);
  if (!domain) return undefined;
  const record = { name, target: '192.0.2.2' };
  return {
    key: `domain ${domain.label}`,
    send: () => client.post(`/domains/${domain.id}/records`, { type: 'A', ...record }),
    whole: [domain.whole, recordsInWords([record])].filter(Boolean).join(' '),
    events: [`domain_record_create ${domain.label}`],
  };
}

function createToken({ client, name, things }: Writing): Change | undefined {
  if (of(things, 'token').length > MOST_OF_A_KIND) return undefined;
  return {
    key: `token ${name}`,
    send: () => client.post('/profile/tokens', { label: name, scopes: 'vpc:read_only' }),
    whole: 'vpc:read_only',
    events: [`token_create ${name}`],
  };
}

function createKey({ client, name, things }: Writing): Change | undefined {
  if (of(things, 'key').length >= MOST_OF_A_KIND) return undefined;
  const ssh_key = `ssh-ed25519 AAAA ${name}`;
  return {
    key: `key ${name}`,
    send: () => client.post('/profile/sshkeys', { label: name, ssh_key }),
    whole: ssh_key,
    events: [`user_ssh_key_add ${name}`],
  };
}

function askForUpload({ client, name, things, uploads }: Writing): Change | undefined {
  if (of(things, 'image').length >= MOST_OF_A_KIND) return undefined;
  return {
    key: `image ${name}`,
    send: async () => {
      const answer = await client.post('/images/upload', { label: name, region: 'us-east' });
      if (answer.status === 200) uploads.set(name, new URL(answer.body.upload_to as string).pathname);
      return answer.status === 200 ? { ...answer, body: answer.body.image } : answer;
    },
    whole: 'pending_upload',
    events: [`image_upload ${name}`],
  };
}

/** Once for each: while a dead replica's claim holds, another upload to its address is refused. */
function upload({ things, random, uploads, url }: Writing): Change | undefined {
  const image = one(things, 'image', random);
  const path = image && uploads.get(image.label);
  if (!path) return undefined;
  uploads.delete(image.label);
  return {
    key: `image ${image.label}`,
    send: () => send(url + path, GZIP),
    whole: 'available',
    events: [],
  };
}

/** The delete of an image, any. */
export function removeImage(writing: Writing): Change | undefined {
  return remove(writing, 'image', '/images', 'image_delete');
}

function remove({ client, things, random }: Writing, kind: string, path: string, action: string) {
  const thing = one(things, kind, random);
  if (!thing || thing.label === OWN_TOKEN) return undefined;
  const subnets = kind === 'vpc' ? thing.whole.split(' ').slice(1) : [];
  return {
    key: `${kind} ${thing.label}`,
    send: () => client.delete(`${path}/${thing.id}`),
    whole: undefined,
    events: [`${action} ${thing.label}`, ...subnets.map((subnet) => `subnet_delete ${subnet.split('=')[0]}`)],
  };
}

/** The token that the writer itself comes with. */
const OWN_TOKEN = 'Personal Access Token';

function refused(key: string, send: () => Promise<Answer>): Change {
  return { key, send, whole: undefined, events: [], refused: true };
}

function of(things: AccountContents, kind: string): (Held & { label: string })[] {
  return [...things]
    .filter(([key]) => key.startsWith(`${kind} `))
    .map(([key, held]) => ({ ...held, label: key.slice(kind.length + 1) }));
}

function one(things: AccountContents, kind: string, random: Random) {
  const found = of(things, kind);
  return found.length > 0 ? random.pick(found) : undefined;
}
