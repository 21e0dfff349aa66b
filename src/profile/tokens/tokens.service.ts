import { Inject, Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller, CallerKey } from '../../access/caller.js';
import { TOKENS } from '../../access/credentials/personal-tokens.sql.js';
import { PersonalTokensRepository } from '../../access/credentials/personal-tokens.repository.js';
import { shownToken, TOKEN } from '../../access/credentials/personal-token.resource.js';
import { tokenDeleted, tokenReference } from '../../access/credentials/token.events.js';
import { DEFAULT_TOKEN_LABEL } from '../../access/credentials/token.rules.js';
import { SecretValue } from '../../shared/secrets/secret-value.js';
import { TokensRepository, type NewToken } from '../../access/credentials/tokens.repository.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { NotFound, Unauthenticated } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { withObject } from '../../shared/http/response/object-headers.js';
import { Clock } from '../../shared/time/clock.js';
import { parseDateTime } from '../../shared/time/date-time.js';
import { RequestDraft } from '../../shared/validation/checked-request.js';
import { CreateTokenRequest } from './create-token.request.js';
import type { Reference } from './restrictions.js';
import { RestrictionsRequest } from './restrictions.request.js';
import { requestedRestrictions, looseFaults, referencesOf, restrictionFaults } from './restrictions.rules.js';
import { narrowedColumns, RestrictionsService } from './restrictions.service.js';
import { expiryFault, PRESET_SCOPES, scopesFault, scopesOf } from './token.rules.js';
import type { UpdateTokenRequest } from './update-token.request.js';

/** A token to create, and the entities that narrow it. */
type RequestedToken = NewToken & { readonly references: readonly Reference[] };

/** Personal access tokens (spec: Profile rules 7 to 9). */
@Injectable()
export class TokensService {
  constructor(
    private readonly access: AccessFacts,
    private readonly personal: PersonalTokensRepository,
    private readonly tokens: TokensRepository,
    private readonly restrictions: RestrictionsService,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await TOKENS.page(this.database, request, [key, this.clock.now()]), TOKEN.shown);
  }

  /**
   * @throws NotFound when the user has no such live token; Unauthenticated when the credential has
   * ended meanwhile
   */
  async viewRestrictions(caller: Caller, id: number) {
    const token = await this.personal.find(caller.userId, id, this.clock.now());
    if (!token) {
      await this.access.requireLive(caller);
      throw new NotFound();
    }
    return this.restrictions.view(token);
  }

  /**
   * The response is the only one that shows the complete token.
   * @throws Invalid for faults of the body, rights that the caller lacks (D-74), or at the quota
   * (D-210); Unauthenticated when the acting token has ended
   */
  async create(caller: Caller, body: object) {
    const { references, ...token } = await this.allowed(caller, body);
    const value = new SecretValue();
    return this.database.transaction(async (tx) => {
      const acting = await this.personal.lockActing(tx, caller, this.clock.now());
      if (!acting) throw new Unauthenticated();
      await this.requireRoom(tx, caller.userId);
      const entries = await this.restrictions.entries(tx, caller, references);
      const madeUnderGrantId = acting.oauthGrantId ?? acting.madeUnderGrantId;
      const stored = await this.tokens.insert(tx, { ...token, madeUnderGrantId }, value);
      await this.restrictions.insert(tx, stored, entries);
      this.events.record(tx, caller, { action: 'token_create', entity: tokenReference(stored) });
      return withObject(shownToken(stored, value.reveal()), shownToken(stored));
    });
  }

  /** @throws NotFound when the user has no such live token */
  update(caller: Caller, id: number, { label }: UpdateTokenRequest) {
    return this.database.transaction(async (tx) => {
      const before = await this.personal.lock(tx, caller.userId, id, this.clock.now());
      if (!before) throw new NotFound();
      const { row: token, isChanged } = await this.personal.setLabel(tx, before, label);
      const event = { action: 'token_update', entity: tokenReference(token) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return shownToken(token);
    });
  }

  /**
   * The token stops working at once (spec: Profile rule 9). It may be the acting token.
   * @throws NotFound when the user has no such live token
   */
  revoke(caller: Caller, id: number) {
    return this.database.transaction(async (tx) => {
      const token = await this.personal.delete(tx, caller.userId, id, this.clock.now());
      if (!token) throw new NotFound();
      this.events.record(tx, caller, tokenDeleted(token));
      return {};
    });
  }

  /** @throws Invalid when the user has the maximum number of tokens (D-210) */
  private async requireRoom(tx: Tx, userId: number): Promise<void> {
    const count = await this.personal.count(tx, userId, this.clock.now());
    requireQuota(count, this.settings.maxTokensPerUser, 'token_limit');
  }

  /**
   * The token to create.
   * @throws Invalid when it exceeds the caller's rights (D-74)
   */
  private async allowed(caller: Caller, body: object): Promise<RequestedToken> {
    const draft = new RequestDraft(CreateTokenRequest, body, this.settings);
    const { valid } = draft;
    const expiry = valid.expiry === undefined ? null : parseDateTime(valid.expiry)!;
    const scopes = scopesOf(valid.preset ? PRESET_SCOPES[valid.preset] : valid.scopes, caller.scopes);
    const faults = new Faults();
    faults.addIf('expiry', expiryFault(expiry, this.clock.milliseconds()));
    faults.addIf('scopes', scopesFault(scopes, caller.scopes));
    const loose = looseFaults((body as { restrictions?: unknown }).restrictions, RestrictionsRequest);
    const more = [...faults.all, ...restrictionFaults(valid), ...loose];
    if (more.length > 0 || !draft.isAllValid) {
      const references = referencesOf(draft.sent, (path) => draft.isValid(path, more));
      draft.validated([...more, ...(await this.restrictions.unknown(caller, references))]);
    }
    const request = draft.validated();
    const { label = DEFAULT_TOKEN_LABEL } = request;
    const restrictions = requestedRestrictions(request);
    const { accountId, userId, clientId } = caller;
    const created = this.clock.now();
    const narrowed = restrictions && narrowedColumns(restrictions, created);
    return {
      accountId,
      userId,
      kind: 'personal',
      clientId,
      label,
      scopes,
      created,
      expiry,
      ...narrowed,
      references: referencesOf(request),
    };
  }
}
