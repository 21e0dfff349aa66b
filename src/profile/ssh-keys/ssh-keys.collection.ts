import { CALLER } from '../../auth/caller.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';

/** An SSH key as stored. */
export interface SshKeyRow {
  readonly id: number;
  readonly label: string;
  readonly ssh_key: string;
  readonly created: string;
}

export const SSH_KEY_COLUMNS = 'k.id, k.label, k.ssh_key, k.created';

/** The caller's SSH keys; `$1` is the caller's key. */
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
