import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { DELETE, FIND, INSERT, SET_LABEL, SSH_KEYS, type SshKeyRow } from './ssh-keys.sql.js';

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

  /** @param label undefined keeps the old one. */
  setLabel(tx: Tx, userId: number, id: number, label: string | undefined): Promise<SshKeyRow | undefined> {
    return tx.row(SET_LABEL, [userId, id, label]);
  }

  /** @returns the deleted key. */
  delete(tx: Tx, userId: number, id: number): Promise<SshKeyRow | undefined> {
    return tx.row(DELETE, [userId, id]);
  }
}
