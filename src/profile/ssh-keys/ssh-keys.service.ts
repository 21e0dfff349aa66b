import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { Events } from '../../events/events.service.js';
import { Database } from '../../shared/database/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { sshKeyEvent } from '../profile.events.js';
import { trimmedSshKey } from './ssh-key.rules.js';
import type { SshKeyRow } from './ssh-keys.list.js';
import { SshKeysRepository } from './ssh-keys.repository.js';
import type { CreateSshKeyRequest, UpdateSshKeyRequest } from './ssh-keys.requests.js';

@Injectable()
export class SshKeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: SshKeysRepository,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  create(caller: Caller, { label, ssh_key }: CreateSshKeyRequest): Promise<SshKeyRow> {
    return this.database.transaction(async (tx) => {
      const row = await this.keys.insert(
        tx,
        caller.userId,
        label ?? '',
        trimmedSshKey(ssh_key),
        this.clock.now(),
      );
      await this.events.record(tx, sshKeyEvent('user_ssh_key_add', caller, row));
      return row;
    });
  }

  /** Only the label changes (spec: Profile rule 10). */
  update(caller: Caller, id: number, { label }: UpdateSshKeyRequest): Promise<SshKeyRow> {
    return this.database.transaction(async (tx) => {
      const row = await this.keys.setLabel(tx, caller.userId, id, label);
      if (!row) throw new NotFound();
      await this.events.record(tx, sshKeyEvent('user_ssh_key_update', caller, row));
      return row;
    });
  }

  /** Copies of the key that are deployed elsewhere stay there (spec: Profile rule 10). */
  async delete(caller: Caller, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await this.keys.delete(tx, caller.userId, id);
      if (!row) throw new NotFound();
      await this.events.record(tx, sshKeyEvent('user_ssh_key_delete', caller, row));
    });
  }
}
