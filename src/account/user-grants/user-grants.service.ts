import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import type { GrantsResponse } from '../../access/grants/grants.js';
import { GrantsRequest, grantsChange } from '../../access/grants/grants.request.js';
import { GrantsService } from '../../access/grants/grants.service.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import { Forbidden, NotFound } from '../../shared/errors/errors.js';
import { checkedRequest } from '../../shared/validation/checked-request.js';
import { UsersService } from '../../access/users/users.service.js';
import { userReference } from '../../access/users/user.events.js';
import { mayChange, type UncheckedBody } from '../users/user-admin.rules.js';
import { exceeds } from './grant-admin.rules.js';
import { USER_WITH_GRANTS } from './user-grants.sql.js';

/** The grants of the account's restricted users, for its admin (D-143, D-144). */
@Injectable()
export class UserGrantsService {
  constructor(
    private readonly users: UsersService,
    private readonly grants: GrantsService,
    private readonly database: Database,
    private readonly events: EventsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @returns undefined for an unrestricted user
   * @throws NotFound without such a user in the account
   */
  async view(key: CallerKey, username: string): Promise<GrantsResponse | undefined> {
    const user = await this.database.row(USER_WITH_GRANTS, [key, username]);
    if (!user) throw new NotFound();
    return user.restricted ? this.grants.ofAccount(this.database, user.id) : undefined;
  }

  /**
   * Changes only the grants that the body names. A refusal of the admin comes before faults of
   * fields (D-186).
   * @throws NotFound without such a user in the account; Forbidden (D-144); Invalid for faults of
   * the body
   */
  async change(caller: Caller, username: string, body: UncheckedBody): Promise<GrantsResponse> {
    return this.database.transaction(async (tx) => {
      const user = await this.users.lock(tx, username, { accountId: caller.accountId });
      if (!mayChange(caller, user)) throw new Forbidden();
      if (caller.restricted && exceeds(body, await this.grants.ofUser(tx, caller.userId)))
        throw new Forbidden();
      const request = checkedRequest(GrantsRequest, body, this.settings);
      const isChanged = await this.grants.change(tx, user, grantsChange(request));
      const event = { action: 'user_update', entity: userReference(user) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return this.grants.ofAccount(tx, user.id);
    });
  }
}
