import { CALLER } from '../../access/caller.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
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
