import { Injectable } from '@nestjs/common';
import { ApplicationTokensRepository } from '../../access/credentials/application-tokens.repository.js';
import { tokenDeleted } from '../../access/credentials/token.events.js';
import { DEFAULT_TOKEN_LABEL } from '../../access/credentials/token.rules.js';
import { SecretValue } from '../../shared/secrets/secret-value.js';
import { TokensRepository } from '../../access/credentials/tokens.repository.js';
import { hashPassword } from '../../access/credentials/password.js';
import { OAuthClientsRepository } from '../../access/oauth-clients/oauth-clients.repository.js';
import { UsersService } from '../../access/users/users.service.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { EventsService } from '../../events/events.service.js';
import { invalid, NotFound } from '../../shared/errors/errors.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { Clock } from '../../shared/time/clock.js';
import type { CreateAccountRequest } from './account.requests.js';
import { platformUserView } from './account.view.js';
import { AccountsRepository } from './accounts.repository.js';

/** Accounts as sign-up creates and deletes them (platform-api.md, Accounts and users). */
@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly users: UsersService,
    private readonly tokens: TokensRepository,
    private readonly clients: OAuthClientsRepository,
    private readonly madeTokens: ApplicationTokensRepository,
    private readonly events: EventsService,
    private readonly database: Database,
    private readonly work: CostlyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the account, its first, unrestricted user, and a token of that user.
   * @throws Invalid for an unknown parent account, or a username in use
   */
  async create(request: CreateAccountRequest) {
    const { password } = request.user;
    // D-211: the account does not exist yet and takes a turn of its own. The platform's request
    // waits without a limit.
    const passwordHash = await this.work.passwordHashes.run(
      request.user.username,
      () => hashPassword(password),
      Infinity,
    );
    const token = new SecretValue();
    const { company, email, parent_account_id: parentAccountId = null } = request;
    return this.database.transaction(async (tx) => {
      if (parentAccountId !== null && !(await this.accounts.lock(tx, parentAccountId))) {
        throw invalid('parent_account_id', 'value_not_valid');
      }
      const now = this.clock.now();
      const { id } = await this.accounts.insert(tx, { company, email, parentAccountId, activeSince: now });
      const { username, email: userEmail } = request.user;
      const first = {
        accountId: id,
        username,
        email: userEmail,
        restricted: false,
        userType: 'default' as const,
      };
      const user = await this.users.create(tx, { ...first, passwordHash }, 'user.username');
      const stored = {
        accountId: id,
        userId: user.id,
        kind: 'personal' as const,
        clientId: null,
        label: DEFAULT_TOKEN_LABEL,
      };
      await this.tokens.insert(tx, { ...stored, scopes: '*', created: now, expiry: null }, token);
      const account = { id, company, email, parent_account_id: parentAccountId };
      return { ...account, user: platformUserView(user), token: token.reveal() };
    });
  }

  /**
   * Deletes the account and ends its users' credentials.
   * @throws NotFound without such an account; Invalid while it still has resources (D-200)
   */
  delete(accountId: number) {
    return this.database.transaction(async (tx) => {
      // Before the account is locked, in the order of the job that deletes them.
      await this.accounts.deleteEnded(tx, accountId, this.clock.now());
      if (!(await this.accounts.lock(tx, accountId))) throw new NotFound();
      const blockers = await this.accounts.resourcesOf(tx, accountId);
      if (blockers.length > 0) throw invalid('', 'account_in_use', { blockers });
      await this.endMadeTokens(tx, accountId);
      await this.accounts.delete(tx, accountId);
      return {};
    });
  }

  /**
   * Ends the personal tokens that the account's OAuth clients created (D-208). Their users may
   * belong to other accounts, which keep the events.
   */
  private async endMadeTokens(tx: Tx, accountId: number): Promise<void> {
    for (const { id: clientId } of await this.clients.lockAll(tx, accountId))
      for (const token of await this.madeTokens.end(tx, { clientId }))
        this.events.record(tx, token.owner, tokenDeleted(token));
  }
}
