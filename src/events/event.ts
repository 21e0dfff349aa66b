/** The actions of events (spec: Events). The endpoint table lists the actions of each operation. */
export const EVENT_ACTIONS = [
  'vpc_create',
  'vpc_update',
  'vpc_delete',
  'subnet_create',
  'subnet_update',
  'subnet_delete',
  'profile_update',
  'user_ssh_key_add',
  'user_ssh_key_update',
  'user_ssh_key_delete',
  'tfa_enabled',
  'tfa_disabled',
  'token_create',
  'token_update',
  'token_delete',
  'domain_create',
  'domain_import',
  'domain_update',
  'domain_delete',
  'domain_claim',
  'domain_record_create',
  'domain_record_update',
  'domain_record_delete',
  'disk_imagize',
  'image_upload',
  'image_update',
  'image_delete',
  'user_create',
  'user_update',
  'user_delete',
  'oauth_client_create',
  'oauth_client_update',
  'oauth_client_delete',
  'oauth_client_secret_reset',
] as const;

export type EventAction = (typeof EVENT_ACTIONS)[number];
export type EventStatus = 'scheduled' | 'started' | 'finished' | 'failed' | 'notification';

/** The reference of an event to an entity (D-134). */
export interface EntityReference {
  readonly id: number | string | null;
  readonly label: string;
  readonly type: string;
  /** The path from `/v4`. */
  readonly url: string;
}

/** An entity of a reference. A new one has the id `NEW_ENTITY` or `NEW_SECONDARY`. */
export interface ReferredEntity {
  readonly id: number | string;
  readonly label: string;
}

/** The actor: a caller; or only the account, when the service or the platform acted (D-132). */
export interface Actor {
  readonly accountId: number;
  readonly userId?: number;
  readonly username?: string;
  readonly tokenId?: number;
  /** The client's address and the request id, for audit; absent when a job acted. */
  readonly address?: string;
  readonly requestId?: string;
}

export interface NewEvent {
  readonly action: EventAction;
  readonly entity: EntityReference;
  readonly secondaryEntity?: EntityReference;
  /** `notification` by default; an operation that ends later starts as `scheduled` (D-133). */
  readonly status?: EventStatus;
  readonly message?: string;
}
