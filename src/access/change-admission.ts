import { Injectable } from '@nestjs/common';
import { Unavailable } from '../shared/errors/errors.js';
import { ChangeTurns } from '../shared/limits/change-turns.js';
import type { AccessQuestion, Caller } from './caller.js';
import { takesTurn } from './endpoint.js';
import { changedEntity } from './path-lookups.js';
import type { AccessRequest } from './request-access.js';

/** Changes that are remembered as admitted: some 200 bytes each. */
const MAX_ADMITTED = 10_000;

/**
 * When a change takes its turn (D-284). Access is decided after the wait (D-206), so a change that has looked up its caller
 * before the wait looks again. A process remembers which changes it admitted: the next one of that token on that entity takes
 * its turn first and looks once. Any other looks first, so that a caller without access never waits in the line of that account.
 */
@Injectable()
export class ChangeAdmission {
  /** The accounts of the callers, by token, endpoint and entity. The decision never depends on it. */
  private readonly accounts = new Map<string, number>();

  constructor(private readonly turns: ChangeTurns) {}

  /**
   * Takes the turn before the look-up, if the caller was admitted before. The body must have arrived: a turn waits for no client.
   * @throws Unavailable as `ChangeTurns.take`, and when the client has gone meanwhile
   */
  async takeEarly(question: AccessQuestion, request: AccessRequest): Promise<void> {
    if (!takesTurn(question.endpoint)) return;
    const accountId = this.accounts.get(nameOf(question));
    if (accountId !== undefined) await this.takeFor(accountId, question, request);
  }

  /**
   * Takes the turn after the look-up, unless the request has it.
   * @returns whether the request had to wait
   * @throws Unavailable as `takeEarly`
   */
  async take({ accountId, question }: Caller, request: AccessRequest): Promise<boolean> {
    if (request.endTurn || !takesTurn(question.endpoint)) return false;
    return this.takeFor(accountId, question, request);
  }

  /** Called when a change is admitted. */
  remember({ accountId, question }: Caller): void {
    if (!takesTurn(question.endpoint)) return;
    const name = nameOf(question);
    // A Map keeps the order of insertion: the first entry is the one that was used longest ago.
    this.accounts.delete(name);
    this.accounts.set(name, accountId);
    if (this.accounts.size > MAX_ADMITTED) this.accounts.delete(this.accounts.keys().next().value!);
  }

  /** Called when the credential is refused. */
  forget(question: AccessQuestion): void {
    if (takesTurn(question.endpoint)) this.accounts.delete(nameOf(question));
  }

  private async takeFor(
    accountId: number,
    { endpoint, values }: AccessQuestion,
    request: AccessRequest,
  ): Promise<boolean> {
    const hasWaited = await this.turns.take(request, accountId, changedEntity(endpoint, values));
    // Nobody is there to hear what came of it.
    if (hasWaited && request.socket.destroyed) throw new Unavailable();
    return hasWaited;
  }
}

function nameOf({ endpoint, key, values }: AccessQuestion): string {
  return `${key.toString('latin1')} ${endpoint.method} ${endpoint.path} ${values?.[0]}`;
}
