import pg from 'pg';
import { TokenValue } from '../../src/access/credentials/token-value.js';
import type { TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { next } from '../support/makers.js';

type Permissions = 'read_only' | 'read_write';

interface RestrictedUser {
  accountAccess?: Permissions;
  globalGrants?: readonly string[];
  /** On every entity of the account. */
  grants?: Permissions;
}

interface TokenOptions {
  scopes?: string;
  expiry?: string;
}

/** Names of things that nobody has. */
export const MISSING = params(
  '9007199254740991',
  'private/9007199254740991',
  'nobody-here',
  'f'.repeat(20),
  'nowhere',
);

/** An account that has one of everything that a path can name; made by SQL, whatever the service can do yet. */
export class Scene {
  private constructor(
    private readonly app: TestApp,
    private readonly database: pg.Client,
    private readonly accountId: number,
    private readonly ownerId: number,
    /** What the paths name, by the parameters' names. */
    readonly params: Readonly<Record<string, string>>,
  ) {}

  static async make(app: TestApp, database: pg.Client): Promise<Scene> {
    const made = (statement: string, values: unknown[] = []) => insert(database, statement, values);
    const account = await made(
      `accounts (company, email, active_since, vpc_count, domain_count, private_image_count)
       VALUES ('A', 'a@example.com', now(), 1, 1, 1)`,
    );
    const username = `owner-${next()}`;
    const owner = await made(
      `users (account_id, username, email, restricted, created) VALUES ($1, $2, 'a@example.com', false, now())`,
      [account, username],
    );
    const own = { account, owner, username };
    const ids = { ...(await makeEntities(made, own)), ...(await makeUsersThings(made, own)) };
    return new Scene(app, database, account, owner, {
      accountId: String(account),
      username,
      regionId: 'us-east',
      name: 'debian-12',
      ...ids,
    });
  }

  /** A token of the account's first user, who is unrestricted. */
  owner(options?: TokenOptions): Promise<Client> {
    return this.token(this.ownerId, options);
  }

  /** A restricted user of the account, who has what is named and nothing else; their token has every scope. */
  async restricted({ accountAccess, globalGrants = [], grants }: RestrictedUser = {}): Promise<Client> {
    const id = await insert(
      this.database,
      `users (account_id, username, email, restricted, account_access, global_grants, created)
       VALUES ($1, $2, 'r@example.com', true, $3, $4, now())`,
      [this.accountId, `restricted-${next()}`, accountAccess ?? null, globalGrants],
    );
    if (grants) {
      await this.database.query(
        `INSERT INTO grants (user_id, permissions, vpc_id, domain_id, image_id, instance_id)
         SELECT $1, $2, v, d, i, n FROM (VALUES ($3::bigint, null, null, null), (null, $4::bigint, null, null),
           (null, null, $5::bigint, null), (null, null, null, $6::bigint)) entity(v, d, i, n)`,
        [id, grants, ...['vpcId', 'domainId', 'imageNumber', 'instanceId'].map((name) => this.params[name])],
      );
    }
    return this.token(id);
  }

  /** A proxy user of the account. */
  async proxy(): Promise<Client> {
    const id = await insert(
      this.database,
      `users (account_id, username, email, restricted, user_type, created)
       VALUES ($1, $2, 'p@example.com', false, 'proxy', now())`,
      [this.accountId, `proxy-${next()}`],
    );
    return this.token(id);
  }

  private async token(userId: number, { scopes = '*', expiry }: TokenOptions = {}): Promise<Client> {
    const value = new TokenValue();
    await insert(
      this.database,
      `tokens (user_id, kind, label, scopes, token_hash, token_prefix, created, expiry)
       VALUES ($1, 'personal', 'test', $2, $3, $4, now(), $5)`,
      [userId, scopes, value.hash, value.prefix, expiry ?? null],
    );
    return new Client(this.app.url, value.reveal(), '');
  }
}

type Made = (statement: string, values?: unknown[]) => Promise<number>;
interface Own {
  readonly account: number;
  readonly owner: number;
  readonly username: string;
}

async function makeEntities(made: Made, { account, username }: Own) {
  const vpc = await made(
    `vpcs (account_id, label, region, created, updated) VALUES ($1, 'net', 'us-east', now(), now())`,
    [account],
  );
  const subnet = await made(
    `vpc_subnets (vpc_id, label, ipv4, created, updated) VALUES ($1, 'sub', '10.0.0.0/24', now(), now())`,
    [vpc],
  );
  const domain = await made(
    `domains (account_id, domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips,
       expire_sec, refresh_sec, retry_sec, ttl_sec, tags, serial, record_count)
     VALUES ($1, $2, 'master', 'active', '', '', 'a@example.com', '{}', '{}', 0, 0, 0, 0, '{}', 2026000001, 1)`,
    [account, `${username}.example.com`],
  );
  const record = await made(
    `records (domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn, rdata)
     VALUES ($1, 'A', '', '192.0.2.1', 0, 0, 0, 0, now(), now(), $2, '192.0.2.1')`,
    [domain, `${username}.example.com`],
  );
  const image = await made(
    `images (account_id, label, type, status, size_mb, created, updated, created_by)
     VALUES ($1, 'image', 'manual', 'available', 1, now(), now(), $2)`,
    [account, username],
  );
  const instance = await made(
    `instances (id, account_id, label, region, status) VALUES ($1, $2, 'web', 'us-east', 'running')`,
    [next(), account],
  );
  const event = await made(
    `events (account_id, action, created, entity_type, entity_id, entity_label, entity_url, granted_kind, granted_id,
       status, percent_complete)
     VALUES ($1, 'vpc_create', now(), 'vpc', $2, 'net', '/v4/vpcs/1', 'vpc', $2, 'notification', 100)`,
    [account, vpc],
  );
  const claim = await made(
    `domain_claims (account_id, domain, status, nameserver, created, expires)
     VALUES ($1, 'claimed.example.com', 'withdrawn', 'ns.example.net', now(), now())`,
    [account],
  );
  return {
    claimId: String(claim),
    vpcId: String(vpc),
    vpcSubnetId: String(subnet),
    domainId: String(domain),
    recordId: String(record),
    imageId: `private/${image}`,
    imageNumber: String(image),
    instanceId: String(instance),
    eventId: String(event),
  };
}

async function makeUsersThings(made: Made, { account, owner, username }: Own) {
  const clientId = next().toString(16).padStart(20, '0');
  await made(
    `oauth_clients (id, account_id, label, redirect_uri, public, created)
     VALUES ($1, $2, 'app', 'https://example.com/', true, now())`,
    [clientId, account],
  );
  const app = await made(
    `authorized_apps (user_id, client_id, scopes, created, refresh_expiry)
     VALUES ($1, $2, '*', now(), now() + interval '1 day')`,
    [owner, clientId],
  );
  const device = await made(
    `trusted_devices (user_id, token_hash, user_agent, created, expiry, last_authenticated, last_remote_addr)
     VALUES ($1, sha256($2), 'browser', now(), now() + interval '1 day', now(), '192.0.2.1')`,
    [owner, username],
  );
  const login = await made(
    `logins (user_id, datetime, username, restricted, ip, status)
     VALUES ($1, now(), $2, false, '192.0.2.1', 'successful')`,
    [owner, username],
  );
  const sshKey = await made(
    `ssh_keys (user_id, label, ssh_key, created) VALUES ($1, 'key', 'ssh-ed25519 AAAA', now())`,
    [owner],
  );
  const token = await made(
    `tokens (user_id, kind, label, scopes, token_hash, token_prefix, created)
     VALUES ($1, 'personal', 'mine', '*', sha256($2), '0123456789abcdef', now())`,
    [owner, `token of ${username}`],
  );
  return {
    clientId,
    appId: String(app),
    deviceId: String(device),
    loginId: String(login),
    sshKeyId: String(sshKey),
    tokenId: String(token),
  };
}

async function insert(database: pg.Client, statement: string, values: unknown[]): Promise<number> {
  const { rows } = await database.query(`INSERT INTO ${statement} RETURNING *`, values);
  return Number((rows[0] as { id: string }).id);
}

function params(id: string, imageId: string, username: string, clientId: string, regionId: string) {
  const numbers = ['vpcId', 'vpcSubnetId', 'domainId', 'recordId', 'instanceId', 'eventId', 'accountId'];
  const own = ['appId', 'claimId', 'deviceId', 'loginId', 'sshKeyId', 'tokenId'];
  const ids = Object.fromEntries([...numbers, ...own].map((name) => [name, id]));
  return { ...ids, imageId, username, clientId, regionId, name: 'nothing' } as Readonly<
    Record<string, string>
  >;
}
