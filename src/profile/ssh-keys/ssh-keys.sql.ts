import { CALLER } from '../../access/caller.js';
import { recorded } from '../../events/events.sql.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import { takenColumns, takenPlaceholders } from '../../shared/resources/resource-requests.js';
import { SSH_KEY, type SshKeyRow } from './ssh-key.resource.js';

/** The caller's SSH keys. `$1` is the caller's key. */
export const SSH_KEYS = new Collection<SshKeyRow>({
  name: 'profile.sshKeys.list',
  with: CALLER,
  select: SSH_KEY.columns(),
  of: 'caller',
  from: 'ssh_keys k',
  where: 'k.user_id = caller.user_id',
  key: { 'k.id': 'bigint' },
  fields: SSH_KEY.filters,
});

export const SSH_KEY_LOOKUP = {
  params: ['sshKeyId'],
  key: 'number',
  from: 'ssh_keys k',
  where: 'k.user_id = caller.user_id AND k.id = $3',
  shown: SSH_KEY.columns(),
  rows: 'k',
} as const satisfies PathLookup;

/**
 * Locks the user, so that concurrent requests do not exceed the quota `$9` (D-210). Returns no row
 * when the user is deleted or has reached it.
 */
export const INSERT_SSH_KEY = recorded<SshKeyRow>(
  'profile.sshKeys.insert',
  `locked AS MATERIALIZED (SELECT account_id, id FROM users WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE),
   k AS (
     INSERT INTO ssh_keys (account_id, user_id, created, ${takenColumns(SSH_KEY).join(', ')})
     SELECT account_id, id, $7, ${takenPlaceholders(SSH_KEY, 10)} FROM locked WHERE ssh_keys_of(id) < $9::bigint RETURNING *),
   made AS (SELECT 1 AS position, id AS entity_id, NULL::bigint AS secondary_id FROM k)`,
  `SELECT ${SSH_KEY.columns()} FROM k`,
);
