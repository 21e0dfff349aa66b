import { CALLER } from '../../access/caller.js';
import type { Columns } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import type { SshKeyEntity } from './ssh-key.entity.js';

/** The columns of an SSH key that the API shows. */
export type SshKeyRow = Columns<SshKeyEntity, 'id' | 'label' | 'sshKey' | 'created'>;

const SSH_KEY_COLUMNS = 'k.id, k.label, k.ssh_key AS "sshKey", k.created';

/** The caller's SSH keys. `$1` is the caller's key. */
export const SSH_KEYS = new Collection<SshKeyRow>({
  name: 'profile.sshKeys.list',
  with: CALLER,
  select: SSH_KEY_COLUMNS,
  of: 'caller',
  from: 'ssh_keys k',
  where: 'k.user_id = caller.user_id',
  key: { 'k.id': 'bigint' },
  fields: { id: numberField('k.id'), label: stringField('k.label'), created: timeField('k.created') },
});

export const SSH_KEY_LOOKUP = {
  params: ['sshKeyId'],
  key: 'number',
  from: 'ssh_keys k',
  where: 'k.user_id = caller.user_id AND k.id = $3',
  shown: SSH_KEY_COLUMNS,
  rows: 'k',
} as const satisfies PathLookup;
