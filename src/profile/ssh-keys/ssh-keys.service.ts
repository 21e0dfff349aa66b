import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { OwnersRepository } from '../../access/owners.repository.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { NotFound } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { mergedValues, unsetValues } from '../../shared/resources/resource-requests.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { Clock } from '../../shared/time/clock.js';
import { sshKeyReference } from './ssh-key.events.js';
import type { CreateSshKeyRequest } from './create-ssh-key.request.js';
import { SSH_KEY } from './ssh-key.resource.js';
import { SshKeysRepository } from './ssh-keys.repository.js';
import { SSH_KEYS } from './ssh-keys.sql.js';
import type { UpdateSshKeyRequest } from './update-ssh-key.request.js';

@Injectable()
export class SshKeysService {
  constructor(
    private readonly keys: SshKeysRepository,
    private readonly owners: OwnersRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await SSH_KEYS.page(this.database, request, [key]), SSH_KEY.shown);
  }

  /** @throws Invalid at the quota (D-210) */
  create(caller: Caller, request: CreateSshKeyRequest) {
    return this.database.transaction(async (tx) => {
      await this.requireRoom(tx, caller.userId);
      const sshKey = await this.keys.insert(tx, {
        accountId: caller.accountId,
        userId: caller.userId,
        ...mergedValues(SSH_KEY, unsetValues(SSH_KEY), request),
        created: this.clock.now(),
      });
      this.events.record(tx, caller, { action: 'user_ssh_key_add', entity: sshKeyReference(sshKey) });
      return SSH_KEY.shownOf(sshKey);
    });
  }

  /**
   * Only the label can change (spec: Profile rule 10).
   * @throws NotFound without such a key
   */
  update(caller: Caller, id: number, { label }: UpdateSshKeyRequest) {
    return this.database.transaction(async (tx) => {
      const before = await this.keys.lock(tx, caller.userId, id);
      if (!before) throw new NotFound();
      const { row: sshKey, isChanged } = await this.keys.setLabel(tx, before, label);
      const event = { action: 'user_ssh_key_update', entity: sshKeyReference(sshKey) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return SSH_KEY.shownOf(sshKey);
    });
  }

  /**
   * Instances that already have the key keep it (spec: Profile rule 10).
   * @throws NotFound without such a key
   */
  delete(caller: Caller, id: number) {
    return this.database.transaction(async (tx) => {
      const sshKey = await this.keys.lock(tx, caller.userId, id);
      if (!sshKey) throw new NotFound();
      await this.keys.delete(tx, sshKey);
      this.events.record(tx, caller, { action: 'user_ssh_key_delete', entity: sshKeyReference(sshKey) });
      return {};
    });
  }

  /** @throws Invalid when the user has the maximum number of SSH keys (D-210) */
  private async requireRoom(tx: Tx, userId: number): Promise<void> {
    this.owners.lockUser(tx, userId);
    requireQuota(await this.keys.count(tx, userId), this.settings.maxSshKeysPerUser, 'ssh_key_limit');
  }
}
