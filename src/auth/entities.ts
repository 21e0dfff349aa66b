/** How a path names an entity. */
export interface NamedByPath {
  /** The path parameters that name it, outermost first; SQL gets them as `$2`, `$3`. */
  readonly params: readonly string[];
  /** Whether the parameters are numbers (D-08) or text. */
  readonly key: 'number' | 'text';
}

/** An entity that a path names: how it is found for a caller, before anything else about the request is looked at. */
interface Entity extends NamedByPath {
  /** A query over `caller` that has a row when the entity exists and is the caller's. */
  readonly exists: string;
  /** A condition on the parameters under which everybody may see the entity and nobody change it (403). */
  readonly readOnly?: string;
}

const VPC = 'SELECT FROM vpcs v WHERE v.account_id = caller.account_id AND v.id = $2';
const DOMAIN = 'SELECT FROM domains d WHERE d.account_id = caller.account_id AND d.id = $2';

/** The events `e` that `caller` may see: the account's, or a restricted user's own and those on what they are granted (D-136). */
export const VISIBLE_EVENT = `(NOT caller.restricted OR caller.account_access IS NOT NULL OR e.user_id = caller.user_id
  OR EXISTS (SELECT FROM grants g WHERE g.user_id = caller.user_id AND e.granted_id = CASE e.granted_kind
    WHEN 'vpc' THEN g.vpc_id WHEN 'domain' THEN g.domain_id WHEN 'image' THEN g.image_id
    WHEN 'instance' THEN g.instance_id END))`;

/** The tenant boundary of every endpoint that changes something; the second wall is each repository's own condition. */
export const ENTITIES = {
  vpc: { params: ['vpcId'], key: 'number', exists: VPC },
  subnet: {
    params: ['vpcId', 'vpcSubnetId'],
    key: 'number',
    exists: `${VPC} AND EXISTS (SELECT FROM vpc_subnets s WHERE s.vpc_id = v.id AND s.id = $3)`,
  },
  domain: { params: ['domainId'], key: 'number', exists: DOMAIN },
  record: {
    params: ['domainId', 'recordId'],
    key: 'number',
    exists: `${DOMAIN} AND EXISTS (SELECT FROM records r WHERE r.domain_id = d.id AND r.id = $3)`,
  },
  image: {
    params: ['imageId'],
    key: 'text',
    exists: `SELECT FROM images i WHERE i.account_id = caller.account_id
      AND i.id = substring($2 FROM '^private/([1-9][0-9]{0,15})$')::bigint`,
    // D-125
    readOnly: 'EXISTS (SELECT FROM images i WHERE i.public_id = $2)',
  },
  app: {
    params: ['appId'],
    key: 'number',
    exists: 'SELECT FROM authorized_apps x WHERE x.user_id = caller.user_id AND x.id = $2',
  },
  device: {
    params: ['deviceId'],
    key: 'number',
    exists: 'SELECT FROM trusted_devices x WHERE x.user_id = caller.user_id AND x.id = $2',
  },
  sshKey: {
    params: ['sshKeyId'],
    key: 'number',
    exists: 'SELECT FROM ssh_keys x WHERE x.user_id = caller.user_id AND x.id = $2',
  },
  token: {
    params: ['tokenId'],
    key: 'number',
    exists: `SELECT FROM tokens x WHERE x.user_id = caller.user_id AND x.kind = 'personal' AND x.id = $2
      AND (x.expiry IS NULL OR x.expiry > now())`,
  },
  event: {
    params: ['eventId'],
    key: 'number',
    exists: `SELECT FROM events e WHERE e.account_id = caller.account_id AND e.id = $2 AND ${VISIBLE_EVENT}`,
  },
  user: {
    params: ['username'],
    key: 'text',
    exists: 'SELECT FROM users x WHERE x.account_id = caller.account_id AND lower(x.username) = lower($2)',
  },
  client: {
    params: ['clientId'],
    key: 'text',
    exists: 'SELECT FROM oauth_clients x WHERE x.account_id = caller.account_id AND x.id = $2',
  },
} as const satisfies Readonly<Record<string, Entity>>;

export type EntityName = keyof typeof ENTITIES;

/** What a path of the Platform API names, of any account; SQL gets the parameter as `$1`. */
export const PLATFORM_ENTITIES = {
  account: { params: ['accountId'], key: 'number', exists: 'SELECT FROM accounts WHERE id = $1' },
  user: { params: ['username'], key: 'text', exists: 'SELECT FROM users WHERE lower(username) = lower($1)' },
} as const satisfies Readonly<Record<string, Entity>>;

export type PlatformEntityName = keyof typeof PLATFORM_ENTITIES;
