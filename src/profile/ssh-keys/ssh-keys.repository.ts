import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { SSH_KEY_COLUMNS, SSH_KEYS, type SshKeyRow } from './ssh-keys.collection.js';

@Injectable()
export class SshKeysRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<SshKeyRow>> {
    return SSH_KEYS.page(this.database, request, [key]);
  }

  find(key: CallerKey, id: number): Promise<SshKeyRow | undefined> {
    return this.database.row(FIND, [key, id]);
  }

  async insert(tx: Tx, userId: number, label: string, sshKey: string, created: Date): Promise<SshKeyRow> {
    return (await tx.row(INSERT, [userId, label, sshKey, created]))!;
  }

  /** @param label undefined leaves it. */
  setLabel(tx: Tx, userId: number, id: number, label: string | undefined): Promise<SshKeyRow | undefined> {
    return tx.row(SET_LABEL, [userId, id, label]);
  }

  /** @returns the key as it was. */
  delete(tx: Tx, userId: number, id: number): Promise<SshKeyRow | undefined> {
    return tx.row(DELETE, [userId, id]);
  }
}

const FIND = query<SshKeyRow>(
  'profile.sshKeys.find',
  `WITH ${CALLER}
   SELECT ${SSH_KEY_COLUMNS} FROM ssh_keys k, caller WHERE k.user_id = caller.user_id AND k.id = $2`,
);

const INSERT = command<SshKeyRow>(
  'profile.sshKeys.insert',
  `INSERT INTO ssh_keys AS k (user_id, label, ssh_key, created) VALUES ($1, $2, $3, $4) RETURNING ${SSH_KEY_COLUMNS}`,
);

const SET_LABEL = command<SshKeyRow>(
  'profile.sshKeys.setLabel',
  `UPDATE ssh_keys k SET label = coalesce($3, k.label) WHERE k.user_id = $1 AND k.id = $2
   RETURNING ${SSH_KEY_COLUMNS}`,
);

const DELETE = command<SshKeyRow>(
  'profile.sshKeys.delete',
  `DELETE FROM ssh_keys k WHERE k.user_id = $1 AND k.id = $2 RETURNING ${SSH_KEY_COLUMNS}`,
);
