import pg from 'pg';
import { SecretValue } from '../../src/shared/secrets/secret-value.js';
import type { TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { next } from '../support/makers.js';

type Permissions = 'read_only' | 'read_write';

interface RestrictedUser {
  accountAccess?: Permissions;
  globalGrants?: readonly string[];
  /** A grant on every entity of the account. */
  grants?: Permissions;
}

interface TokenOptions {
  scopes?: string;
  expiry?: string;
}

/** Ids and names that do not exist. */
export const MISSING = params(
  '9007199254740991',
  'private/9007199254740991',
  'nobody-here',
  'f'.repeat(20),
  'nowhere',
);

/** An account with one entity of each kind that a path can name, made by SQL. */
export class Scene {
  private constructor(
    private readonly app: TestApp,
    private readonly database: pg.Client,
    private readonly accountId: number,
    private readonly ownerId: number,
    /** The values of the paths' parameters, by name. */
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
      name: 'debian-12.example',
      ...ids,
    });
  }

  /** A token of the account's first user, who is unrestricted. */
  owner(options?: TokenOptions): Promise<Client> {
    return this.token(this.ownerId, options);
  }

  /** A restricted user of the account with only the given grants. Their token has every scope. */
  async restricted({ accountAccess, globalGrants = [], grants }: RestrictedUser = {}): Promise<Client> {
    const id = await insert(
      this.database,
      `users (account_id, username, email, restricted, account_access, global_grants, created)
       VALUES ($1, $2, 'r@example.com', true, $3, $4, now())`,
      [this.accountId, `restricted-${next()}`, accountAccess ?? null, globalGrants],
    );
    if (grants) {
      await this.database.query(
        `INSERT INTO grants (account_id, user_id, permissions, vpc_id, domain_id, image_id, instance_id)
         SELECT $1, $2, $3, v, d, i, n FROM (VALUES ($4::bigint, null, null, null), (null, $5::bigint, null, null),
           (null, null, $6::bigint, null), (null, null, null, $7::bigint)) entity(v, d, i, n)`,
        [
          this.accountId,
          id,
          grants,
          ...['vpcId', 'domainId', 'imageNumber', 'instanceId'].map((name) => this.params[name]),
        ],
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
    const value = new SecretValue();
    await insert(
      this.database,
      `tokens (account_id, user_id, kind, label, scopes, token_hash, token_prefix, created, expiry)
       VALUES ($1, $2, 'personal', 'test', $3, $4, $5, now(), $6)`,
      [this.accountId, userId, scopes, value.hash, value.reveal().slice(0, 16), expiry ?? null],
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
    `vpc_subnets (account_id, vpc_id, label, ipv4, created, updated)
     VALUES ($1, $2, 'sub', '10.0.0.0/24', now(), now())`,
    [account, vpc],
  );
  const domain = await made(
    `domains (account_id, domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips,
       expire_sec, refresh_sec, retry_sec, ttl_sec, tags, serial, record_count)
     VALUES ($1, $2, 'master', 'active', '', '', 'a@example.com', '{}', '{}', 0, 0, 0, 0, '{}', 2026000001, 1)`,
    [account, `${username}.example.com`],
  );
  const record = await made(
    `records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn, rdata)
     VALUES ($1, $2, 'A', '', '192.0.2.1', 0, 0, 0, 0, now(), now(), $3, '192.0.2.1')`,
    [account, domain, `${username}.example.com`],
  );
  const change = await made(
    `zone_versions (account_id, domain_id, version, serial, created, kept_since, records_created, records_updated, records_deleted)
     VALUES ($1, $2, 1, 2026000001, now(), now(), 1, 0, 0)`,
    [account, domain],
  );
  const deleted = await made(
    `deleted_domains (account_id, id, domain, named, deleted, zone_version, stored, records)
     SELECT account_id, id + 1000000000, 'deleted-' || domain, now(), now(), 1,
       (to_jsonb(d) || jsonb_build_object('id', id + 1000000000, 'domain', 'deleted-' || domain, 'record_count', 0))::json, '[]'
     FROM domains d WHERE id = $1`,
    [domain],
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
    changeId: String(change),
    version: '1',
    deletedId: String(deleted),
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
    `authorized_apps (account_id, user_id, client_id, scopes, created, refresh_expiry)
     VALUES ($1, $2, $3, '*', now(), now() + interval '1 day')`,
    [account, owner, clientId],
  );
  const device = await made(
    `trusted_devices (account_id, user_id, token_hash, user_agent, created, expiry, last_authenticated, last_remote_addr)
     VALUES ($1, $2, sha256($3), 'browser', now(), now() + interval '1 day', now(), '192.0.2.1')`,
    [account, owner, username],
  );
  const login = await made(
    `logins (account_id, user_id, datetime, username, restricted, ip, status)
     VALUES ($1, $2, now(), $3, false, '192.0.2.1', 'successful')`,
    [account, owner, username],
  );
  const sshKey = await made(
    `ssh_keys (account_id, user_id, label, ssh_key, created) VALUES ($1, $2, 'key', 'ssh-ed25519 AAAA', now())`,
    [account, owner],
  );
  const token = await made(
    `tokens (account_id, user_id, kind, label, scopes, token_hash, token_prefix, created)
     VALUES ($1, $2, 'personal', 'mine', '*', sha256($3), '0123456789abcdef', now())`,
    [account, owner, `token of ${username}`],
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
  const zones = ['changeId', 'version', 'deletedId'];
  const own = ['appId', 'claimId', 'deviceId', 'loginId', 'sshKeyId', 'tokenId'];
  const ids = Object.fromEntries([...numbers, ...zones, ...own].map((name) => [name, id]));
  return { ...ids, imageId, username, clientId, regionId, name: 'nothing' } as Readonly<
    Record<string, string>
  >;
}
