import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { NEW_ENTITY } from '../../events/events.sql.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import { invalid, NotFound, Unauthenticated } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { mergedValues, unsetValues } from '../../shared/resources/resource-requests.js';
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
    private readonly database: Database,
    private readonly events: EventsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await SSH_KEYS.page(this.database, request, [key]), SSH_KEY.shown);
  }

  /** @throws Invalid at the quota (D-210) */
  async create(caller: Caller, request: CreateSshKeyRequest) {
    const values = mergedValues(SSH_KEY, unsetValues(SSH_KEY), request);
    const max = this.settings.maxSshKeysPerUser;
    const made = await this.database.change((run) => {
      const entity = sshKeyReference({ id: NEW_ENTITY, label: values.label });
      const events = this.events.values(caller, { action: 'user_ssh_key_add', entity });
      return this.keys.insert(run, events, max, values);
    });
    if (made) return SSH_KEY.shown(made);
    const used = await this.keys.count(caller.userId);
    // The user was deleted, and the token with it.
    if (used === undefined) throw new Unauthenticated();
    throw invalid('', 'ssh_key_limit', { limit: max, used: Math.max(used, max) });
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
}
