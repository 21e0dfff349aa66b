import { Injectable } from '@nestjs/common';
import { Unavailable } from '../shared/errors/errors.js';
import { needsOwnTransaction } from '../shared/http/conditions/conditions.rules.js';
import { ChangeTurns } from '../shared/limits/change-turns.js';
import type { AccessQuestion, Caller } from './caller.js';
import { takesTurn } from './endpoint.js';
import { changedEntity, collectionOf } from './path-lookups.js';
import type { AccessRequest } from './request-access.js';

/** The number of admitted changes to remember: some 200 bytes each. */
const MAX_ADMITTED = 10_000;

/**
 * Decides when a change takes its turn (D-284). The guards decide after the wait (D-206), so a
 * change that looked up its caller before the wait looks it up again. To save the second look-up,
 * the process remembers admitted changes: the next change of that token to that entity takes its
 * turn before its look-up. Any other change takes it after the look-up, so that a caller without
 * access never takes a turn of the account.
 */
@Injectable()
export class ChangeAdmission {
  /** Account ids by token, endpoint and entity. No decision on access depends on them. */
  private readonly accounts = new Map<string, number>();

  constructor(private readonly turns: ChangeTurns) {}

  /**
   * Takes the turn before the look-up, if the same change was admitted before. The body must have
   * arrived, because a turn must not wait for a client.
   * @throws Unavailable as `ChangeTurns.take`, and when the client disconnected while waiting
   */
  async takeEarly(question: AccessQuestion, request: AccessRequest): Promise<void> {
    if (!takesTurn(question.endpoint)) return;
    const accountId = this.accounts.get(nameOf(question));
    if (accountId !== undefined) await this.takeFor(accountId, question, request);
  }

  /**
   * Takes the turn after the look-up, unless the request has a turn already.
   * @returns whether the request had to wait
   * @throws Unavailable as `takeEarly`
   */
  async take({ accountId, question }: Caller, request: AccessRequest): Promise<boolean> {
    if (request.endTurn || !takesTurn(question.endpoint)) return false;
    return this.takeFor(accountId, question, request);
  }

  /** Called after the guards admitted a change. */
  remember({ accountId, question }: Caller): void {
    if (!takesTurn(question.endpoint)) return;
    const name = nameOf(question);
    // A Map keeps the order of insertion, so the first entry is the least recently used.
    this.accounts.delete(name);
    this.accounts.set(name, accountId);
    if (this.accounts.size > MAX_ADMITTED) this.accounts.delete(this.accounts.keys().next().value!);
  }

  /** Called when the credential is invalid. */
  forget(question: AccessQuestion): void {
    if (takesTurn(question.endpoint)) this.accounts.delete(nameOf(question));
  }

  private async takeFor(
    accountId: number,
    { endpoint, values }: AccessQuestion,
    request: AccessRequest,
  ): Promise<boolean> {
    const row = changedEntity(endpoint, values);
    const hasWaited =
      endpoint.sharesTurn && !needsOwnTransaction(request.headers)
        ? await this.turns.share(request, {
            accountId,
            collection: collectionOf(endpoint),
            row: row ?? '',
            entity: endpoint.creates ? undefined : values?.join(),
          })
        : await this.turns.take(request, accountId, row);
    // The client has disconnected.
    if (hasWaited && request.socket.destroyed) throw new Unavailable();
    return hasWaited;
  }
}

function nameOf({ endpoint, key, values }: AccessQuestion): string {
  return `${key.toString('latin1')} ${endpoint.method} ${endpoint.path} ${values?.[0]}`;
}
