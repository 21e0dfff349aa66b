import { CALLER } from '../../auth/caller.js';
import { command, query } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';

/** A row of `ssh_keys`. */
export interface SshKeyRow {
  readonly id: number;
  readonly label: string;
  readonly sshKey: string;
  readonly created: string;
}

export const SSH_KEY_COLUMNS = 'k.id, k.label, k.ssh_key AS "sshKey", k.created';

/** The caller's SSH keys. `$1` is the caller's key. */
export const SSH_KEYS = new Collection<SshKeyRow>({
  name: 'profile.sshKeys.list',
  with: CALLER,
  select: SSH_KEY_COLUMNS,
  of: 'caller',
  from: 'ssh_keys k',
  where: 'k.user_id = caller.user_id',
  order: 'k.id',
  fields: { id: numberField('k.id'), label: stringField('k.label'), created: timeField('k.created') },
});

export const FIND = query<SshKeyRow>(
  'profile.sshKeys.find',
  `WITH ${CALLER}
   SELECT ${SSH_KEY_COLUMNS} FROM ssh_keys k, caller WHERE k.user_id = caller.user_id AND k.id = $2`,
);

export const INSERT = command<SshKeyRow>(
  'profile.sshKeys.insert',
  `INSERT INTO ssh_keys AS k (user_id, label, ssh_key, created) VALUES ($1, $2, $3, $4) RETURNING ${SSH_KEY_COLUMNS}`,
);

export const SET_LABEL = command<SshKeyRow>(
  'profile.sshKeys.setLabel',
  `UPDATE ssh_keys k SET label = coalesce($3, k.label) WHERE k.user_id = $1 AND k.id = $2
   RETURNING ${SSH_KEY_COLUMNS}`,
);

export const DELETE = command<SshKeyRow>(
  'profile.sshKeys.delete',
  `DELETE FROM ssh_keys k WHERE k.user_id = $1 AND k.id = $2 RETURNING ${SSH_KEY_COLUMNS}`,
);
