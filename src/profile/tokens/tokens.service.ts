import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { callerKey, type Caller, type CallerKey } from '../../auth/caller.js';
import { Events } from '../../events/events.service.js';
import { Database } from '../../shared/database/database.js';
import { Forbidden, NotFound } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import type { Page } from '../../shared/lists/list.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Clock } from '../../shared/time/clock.js';
import { parseDateTime } from '../../shared/time/date-time.js';
import { tokenEvent } from '../profile.events.js';
import { expiryFault, scopesFault, scopesOf } from './token.rules.js';
import type { TokenRow } from './tokens.list.js';
import { TokensRepository } from './tokens.repository.js';
import type { CreateTokenRequest, UpdateTokenRequest } from './tokens.requests.js';

const TOKEN_BYTES = 32;
const PREFIX_LENGTH = 16;
const DEFAULT_LABEL = 'Personal Access Token';

/** Personal access tokens (spec: Profile rules 7 to 9). */
@Injectable()
export class TokensService {
  constructor(
    private readonly database: Database,
    private readonly tokens: TokensRepository,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<TokenRow>> {
    return this.tokens.list(key, request, this.clock.now());
  }

  async load(key: CallerKey, id: number): Promise<TokenRow> {
    const row = await this.tokens.find(key, id, this.clock.now());
    if (!row) throw new NotFound();
    return row;
  }

  /** @returns the stored token and its plain text, which is shown this once (D-40). */
  async create(caller: Caller, request: CreateTokenRequest): Promise<{ row: TokenRow; token: string }> {
    // spec: Profile rule 8.
    if (caller.userType === 'proxy') throw new Forbidden();
    const expiry = request.expiry === undefined ? undefined : parseDateTime(request.expiry);
    const scopes = scopesOf(request.scopes, caller.scopes);
    const faults = new Faults();
    faults.addIf('expiry', expiryFault(expiry, this.clock.milliseconds()));
    faults.addIf('scopes', scopesFault(scopes, caller.scopes));
    faults.throwIfAny();
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    const row = await this.database.transaction(async (tx) => {
      const inserted = await this.tokens.insert(tx, {
        userId: caller.userId,
        clientId: caller.clientId,
        label: request.label ?? DEFAULT_LABEL,
        scopes,
        hash: callerKey(token),
        prefix: token.slice(0, PREFIX_LENGTH),
        created: this.clock.now(),
        expiry,
      });
      await this.events.record(tx, tokenEvent('token_create', caller, inserted));
      return inserted;
    });
    return { row, token };
  }

  update(caller: Caller, id: number, { label }: UpdateTokenRequest): Promise<TokenRow> {
    return this.database.transaction(async (tx) => {
      const row = await this.tokens.setLabel(tx, caller.userId, id, this.clock.now(), label);
      if (!row) throw new NotFound();
      await this.events.record(tx, tokenEvent('token_update', caller, row));
      return row;
    });
  }

  /** Invalid from the next request on; it may be the acting one (spec: Profile rule 9). */
  async revoke(caller: Caller, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await this.tokens.delete(tx, caller.userId, id, this.clock.now());
      if (!row) throw new NotFound();
      await this.events.record(tx, tokenEvent('token_delete', caller, row));
    });
  }
}
