import type { Client } from '../../support/client.js';
import { done } from '../../support/makers.js';

/** One thing of an account: its id, and in words all of it that a writer decides. */
export interface Held {
  readonly id: number | string;
  readonly whole: string;
}

/** The contents of an account, by kind and name. */
export type AccountContents = ReadonlyMap<string, Held>;

/** All that the API shows of what writers make. */
export async function readContents(client: Client): Promise<AccountContents> {
  const lists = await Promise.all([vpcs(client), domains(client), images(client), profile(client)]);
  return new Map(lists.flat());
}

type Thing = readonly [key: string, held: Held];

interface Vpc {
  readonly id: number;
  readonly label: string;
  readonly description: string;
  readonly subnets: readonly { readonly label: string; readonly ipv4: string }[];
}

async function vpcs(client: Client): Promise<Thing[]> {
  const list = await everything<Vpc>(client, '/vpcs');
  return list.map(({ id, label, description, subnets }) => [
    `vpc ${label}`,
    { id, whole: vpcInWords(description, subnets) },
  ]);
}

export function vpcInWords(description: string, subnets: Vpc['subnets']): string {
  return `'${description}' ${subnets.map(({ label, ipv4 }) => `${label}=${ipv4}`).join(' ')}`;
}

async function domains(client: Client): Promise<Thing[]> {
  const list = await everything<{ id: number; domain: string }>(client, '/domains');
  return Promise.all(
    list.map(async ({ id, domain }): Promise<Thing> => {
      const records = await everything<{ name: string; target: string }>(client, `/domains/${id}/records`);
      return [`domain ${domain}`, { id, whole: recordsInWords(records) }];
    }),
  );
}

export function recordsInWords(
  records: readonly { readonly name: string; readonly target: string }[],
): string {
  return records.map(({ name, target }) => `${name}=${target}`).join(' ');
}

async function images(client: Client): Promise<Thing[]> {
  const { data } = done(await client.filter('/images?page_size=500', { is_public: false })) as {
    data: { id: string; label: string; status: string }[];
  };
  return data.map(({ id, label, status }) => [`image ${label}`, { id, whole: status }]);
}

async function profile(client: Client): Promise<Thing[]> {
  const [tokens, keys] = await Promise.all([
    everything<{ id: number; label: string; scopes: string }>(client, '/profile/tokens'),
    everything<{ id: number; label: string; ssh_key: string }>(client, '/profile/sshkeys'),
  ]);
  return [
    ...tokens.map(({ id, label, scopes }): Thing => [`token ${label}`, { id, whole: scopes }]),
    ...keys.map(({ id, label, ssh_key }): Thing => [`key ${label}`, { id, whole: ssh_key }]),
  ];
}

async function everything<Item>(client: Client, path: string): Promise<Item[]> {
  return (done(await client.get(`${path}?page_size=500`)) as { data: Item[] }).data;
}
