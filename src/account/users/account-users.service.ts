import { Inject, Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller, CallerKey } from '../../access/caller.js';
import { hashPassword } from '../../access/credentials/password.js';
import { tokenDeleted } from '../../access/credentials/token.events.js';
import { UsersService } from '../../access/users/users.service.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Forbidden, invalid, NotFound, OutsideRestrictions } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { ChangeTurns } from '../../shared/limits/change-turns.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { mergedValues, unsetValues } from '../../shared/resources/resource-requests.js';
import { checkedRequest } from '../../shared/validation/checked-request.js';
import { userReference } from '../../access/users/user.events.js';
import { USERS, VIEW_USER } from './account-users.sql.js';
import { CreateUserRequest } from './create-user.request.js';
import { UpdateUserRequest } from './update-user.request.js';
import {
  allowedChanges,
  mayRequest,
  mayChange,
  mayCreate,
  setsPassword,
  type UncheckedBody,
} from './user-admin.rules.js';
import { USER } from './user.resource.js';

/**
 * The account's users, for its admin (D-139 to D-144). Takes bodies before their validation,
 * because the refusal of the admin comes before faults of fields (D-186).
 */
@Injectable()
export class AccountUsersService {
  constructor(
    private readonly users: UsersService,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly work: CostlyWork,
    private readonly access: AccessFacts,
    private readonly turns: ChangeTurns,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await USERS.page(this.database, request, [key]), USER.shown);
  }

  /**
   * @throws Forbidden (D-144); Invalid for faults of the body, a username in use, or at the quota
   * (D-210)
   */
  async create(caller: Caller, body: UncheckedBody) {
    if (!mayCreate(caller, body)) throw new Forbidden();
    const request = checkedRequest(CreateUserRequest, body, this.settings);
    const { password } = request;
    const passwordHash = password === undefined ? null : await this.hash(caller, password);
    return this.inTurn(caller, undefined, async (tx, admin) => {
      if (!mayCreate(admin, body)) throw new Forbidden();
      const { accountId } = caller;
      await this.users.requireRoom(tx, accountId);
      const user = await this.users.create(tx, {
        ...mergedValues(USER, unsetValues(USER), request),
        accountId,
        userType: 'default',
        passwordHash,
      });
      this.events.record(tx, caller, { action: 'user_create', entity: userReference(user) });
      return this.shown(tx, caller.key, user.username);
    });
  }

  /**
   * @throws NotFound without such a user in the account; Forbidden (D-144); OutsideRestrictions
   * (D-279); Invalid for faults of the body
   */
  async update(caller: Caller, username: string, body: UncheckedBody) {
    const { accountId } = caller;
    const found = await this.users.load(this.database, username, { accountId });
    if (!mayChange(caller, found) || !mayRequest(caller, body)) throw new Forbidden();
    if (caller.narrowing && setsPassword(body)) throw new OutsideRestrictions();
    const request = checkedRequest(UpdateUserRequest, allowedChanges(found, body), this.settings);
    const passwordHash =
      request.password === undefined ? undefined : await this.hash(caller, request.password);
    return this.inTurn(caller, `user ${found.id}`, async (tx, admin) => {
      const user = await this.users.lock(tx, username, { accountId });
      if (!mayChange(admin, user) || !mayRequest(admin, body)) throw new Forbidden();
      const changed = await this.users.update(tx, user, { ...request, passwordHash });
      const event = { action: 'user_update', entity: userReference(changed.user) } as const;
      this.events.recordUpdate(tx, caller, event, changed.isChanged);
      for (const token of changed.endedTokens) this.events.record(tx, token.owner, tokenDeleted(token));
      return this.shown(tx, caller.key, changed.user.username);
    });
  }

  /**
   * @throws NotFound without such a user in the account; Forbidden (D-144); Invalid for the
   * caller's own user
   */
  async delete(caller: Caller, username: string) {
    const { accountId } = caller;
    await this.database.transaction(async (tx) => {
      const user = await this.users.lock(tx, username, { accountId });
      if (!mayChange(caller, user) || user.userType === 'proxy') throw new Forbidden();
      if (user.id === caller.userId) throw invalid('', 'own_user_not_deletable');
      await this.users.delete(tx, user);
      this.events.record(tx, caller, { action: 'user_delete', entity: userReference(user) });
    });
    return {};
  }

  /**
   * Runs the transaction after a password hash. The hash may have waited for its turn, so access is
   * checked again (D-206).
   * @param work gets the caller as they are now
   */
  private inTurn<Result>(
    caller: Caller,
    entity: string | undefined,
    work: (tx: Tx, admin: Caller) => Promise<Result>,
  ): Promise<Result> {
    return this.turns.run(caller.accountId, entity, () =>
      this.database.transaction(async (tx) => work(tx, await this.access.requireStillAllowed(tx, caller))),
    );
  }

  /** Takes turns with other accounts (D-211). */
  private hash({ accountId }: Caller, password: string): Promise<string> {
    return this.work.passwordHashes.run(accountId, () => hashPassword(password));
  }

  private async shown(tx: Tx, key: CallerKey, username: string) {
    const user = await tx.row(VIEW_USER, [key, username]);
    if (!user) throw new NotFound();
    return USER.shown(user);
  }
}
