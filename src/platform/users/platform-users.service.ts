import { Injectable } from '@nestjs/common';
import { hashPassword } from '../../access/credentials/password.js';
import { DEFAULT_TOKEN_LABEL } from '../../access/credentials/token.rules.js';
import { SecretValue } from '../../shared/secrets/secret-value.js';
import { tokenDeleted } from '../../access/credentials/token.events.js';
import { TokensRepository } from '../../access/credentials/tokens.repository.js';
import { grantsChange, type GrantsRequest } from '../../access/grants/grants.request.js';
import { GrantsService } from '../../access/grants/grants.service.js';
import { OAuthClientsRepository } from '../../access/oauth-clients/oauth-clients.repository.js';
import type { Origin } from '../../access/origin.js';
import { canonicalScopes } from '../../access/scope.rules.js';
import { UsersService } from '../../access/users/users.service.js';
import type { User } from '../../access/user.js';
import { userReference } from '../../access/users/user.events.js';
import type { EventAction } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { invalid, NotFound } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { Clock } from '../../shared/time/clock.js';
import { parseDateTime } from '../../shared/time/date-time.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { platformUserView } from '../accounts/account.view.js';
import type { CreatePlatformTokenRequest, CreatePlatformUserRequest } from './user.requests.js';

/**
 * Users as the platform manages them (platform-api.md, Accounts and users). Its events have no user
 * name (D-191).
 */
@Injectable()
export class PlatformUsersService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly users: UsersService,
    private readonly grants: GrantsService,
    private readonly tokens: TokensRepository,
    private readonly clients: OAuthClientsRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly work: CostlyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFound without such an account; Invalid for a proxy user of an account without a
   * parent, or a username in use
   */
  async create(origin: Origin, accountId: number, request: CreatePlatformUserRequest) {
    const { username, email, password, restricted = true, user_type: userType = 'default' } = request;
    const passwordHash = password === undefined ? null : await this.hash(accountId, password);
    return this.database.transaction(async (tx) => {
      const account = await this.accounts.lock(tx, accountId);
      if (!account) throw new NotFound();
      if (userType === 'proxy' && account.parentAccountId === null) {
        throw invalid('user_type', 'value_not_valid');
      }
      const user = await this.users.create(tx, {
        accountId,
        username,
        email,
        restricted,
        userType,
        passwordHash,
      });
      this.record(tx, origin, 'user_create', user);
      return platformUserView(user);
    });
  }

  /**
   * Ends the user's logins and OAuth tokens (D-141).
   * @throws NotFound without such a user
   */
  async setPassword(origin: Origin, username: string, password: string) {
    const { accountId } = await this.users.load(this.database, username);
    const passwordHash = await this.hash(accountId, password);
    return this.database.transaction(async (tx) => {
      const user = await this.users.lock(tx, username);
      const endedTokens = await this.users.setPassword(tx, user.id, passwordHash);
      this.record(tx, origin, 'user_update', user);
      for (const token of endedTokens) this.events.record(tx, token.owner, tokenDeleted(token));
      return {};
    });
  }

  /** @throws NotFound without such a user; Invalid for the last unrestricted user (D-68) */
  delete(origin: Origin, username: string) {
    return this.database.transaction(async (tx) => {
      const user = await this.users.lock(tx, username);
      await this.users.delete(tx, user);
      this.record(tx, origin, 'user_delete', user);
      return {};
    });
  }

  /** @throws NotFound without such a user; Invalid as `GrantsService.change` */
  setGrants(origin: Origin, username: string, request: GrantsRequest) {
    return this.database.transaction(async (tx) => {
      const user = await this.users.lock(tx, username);
      const isChanged = await this.grants.change(tx, user, grantsChange(request));
      this.record(tx, origin, 'user_update', user, isChanged);
      return this.grants.ofUser(tx, user.id);
    });
  }

  /**
   * For support; also the only way to give a proxy user a token (D-48).
   * @throws NotFound without such a user; Invalid for faults of the body
   */
  createToken(username: string, request: CreatePlatformTokenRequest) {
    const token = new SecretValue();
    return this.database.transaction(async (tx) => {
      const user = await this.users.load(tx, username);
      await this.checkToken(tx, request);
      const { kind, label = DEFAULT_TOKEN_LABEL, client_id: clientId = null, expiry } = request;
      const stored = {
        accountId: user.accountId,
        userId: user.id,
        kind,
        clientId: kind === 'oauth' ? clientId : null,
        label,
        scopes: canonicalScopes(request.scopes)!,
        created: this.clock.now(),
        expiry: expiry === undefined ? null : parseDateTime(expiry)!,
      };
      const { id } = await this.tokens.insert(tx, stored, token);
      return { id, token: token.reveal() };
    });
  }

  /** Takes turns with customers' hashes, and waits without a limit (D-211). */
  private hash(accountId: number, password: string): Promise<string> {
    return this.work.passwordHashes.run(accountId, () => hashPassword(password), Infinity);
  }

  private async checkToken(tx: Tx, request: CreatePlatformTokenRequest): Promise<void> {
    const { kind, expiry, client_id: clientId } = request;
    const faults = new Faults();
    const isPast = expiry !== undefined && parseDateTime(expiry)!.getTime() <= this.clock.milliseconds();
    if (isPast) faults.add('expiry', 'time_not_in_future');
    if (kind === 'oauth' && clientId === undefined) faults.add('client_id', 'value_required');
    else if (kind === 'oauth' && !(await this.clients.hold(tx, clientId!))) {
      faults.add('client_id', 'value_not_valid');
    }
    faults.throwIfAny();
  }

  private record(tx: Tx, origin: Origin, action: EventAction, user: User, isChanged = true): void {
    const actor = { ...origin, accountId: user.accountId };
    this.events.recordUpdate(tx, actor, { action, entity: userReference(user) }, isChanged);
  }
}
