import type { ObjectLiteral, Repository } from 'typeorm';
import type { EntityClass, Tx, Values } from '../reader.js';
import type { Command, Statement } from '../statement.js';
import type { Checkout } from './checkout.js';
import { isConsequence, isLost, TransactionEnded } from './database-errors.js';
import { Repositories, type EntitySource } from './entity-source.js';
import { plain, type Answer, type BoundStatement, type Wire } from './wire.js';

/** A transaction that its holder must commit or roll back once. */
export class OpenTransaction implements Tx {
  private sent: Promise<() => unknown>[] = [];
  private begun: Promise<unknown> | undefined;
  private readonly repositories: Repositories;
  private isOpen = false;
  /**
   * Whether COMMIT or ROLLBACK is next. Statements that came after it would commit by themselves,
   * or belong to another transaction.
   */
  private isEnding = false;
  /** The first failure of a statement, which is the cause of those after it. */
  private failure: unknown;
  /**
   * Whether a statement waits for BEGIN. Later statements then wait, too, so that all keep their
   * order.
   */
  private isHeld = false;

  constructor(
    private readonly checkout: Checkout,
    private readonly wire: Wire,
    entities: EntitySource,
    /** The text of BEGIN, which is sent with the first statement. */
    private readonly begin: string,
  ) {
    this.repositories = new Repositories(() =>
      entities.managerOn((text, values) => this.ask(wire.text(text, values)), { inTransaction: true }),
    );
  }

  get hasBegun(): boolean {
    return this.begun !== undefined;
  }

  async rows<Row>(statement: Statement<Row>, values: Values = []): Promise<Row[]> {
    return (await this.ask(this.wire.statement(statement, values))).rows as Row[];
  }

  async row<Row>(statement: Statement<Row>, values?: Values): Promise<Row | undefined> {
    return (await this.rows(statement, values))[0];
  }

  async run(statement: Command<unknown>, values: Values = []): Promise<number> {
    return (await this.ask(this.wire.statement(statement, values))).rowCount;
  }

  send(statement: Command<unknown>, values: Values = []): void {
    this.sent.push(outcomeOf(this.ask(this.wire.statement(statement, values))));
  }

  repository<Entity extends ObjectLiteral>(entity: EntityClass<Entity>): Repository<Entity> {
    return this.repositories.of(entity);
  }

  /** @throws the failure of a statement that `send` has sent */
  async awaitSent(): Promise<void> {
    for (const outcome of this.sent) (await outcome)();
    this.sent = [];
  }

  /**
   * When this fails, nothing is committed, and the caller must roll back.
   * @param last runs before the COMMIT
   * @throws the failure of a sent statement
   */
  async commit(last?: (tx: Tx) => void): Promise<void> {
    last?.(this);
    this.isEnding = true;
    if (this.begun) await this.sendCommit(this.begun);
    this.checkout.end();
  }

  /** @returns the first failure of the transaction, of which `thrown` may be a consequence */
  async rollback(thrown?: unknown): Promise<unknown> {
    // A part of the work may still run.
    this.isEnding = true;
    const error = isConsequence(thrown) ? (this.failure ?? thrown) : thrown;
    if (this.begun && !isLost(error)) await this.sendRollback(this.begun).catch(this.checkout.giveUp);
    this.checkout.end(error ?? new Error('rolled back'));
    return error;
  }

  /**
   * Sends a statement that only reads or locks together with BEGIN. A statement that changes rows
   * waits until BEGIN has succeeded.
   */
  ask(statement: BoundStatement): Promise<Answer> {
    if (this.isEnding) return Promise.reject(new TransactionEnded());
    const begun = this.begun ?? this.open();
    const run = () => this.noted(this.checkout.client.ask(statement));
    if (this.isOpen || (!this.isHeld && READS.test(statement.text))) return run();
    this.isHeld = true;
    return begun.then(run);
  }

  private async sendCommit(begun: Promise<unknown>): Promise<void> {
    await begun;
    const committed = outcomeOf(this.checkout.client.ask(plain('COMMIT')));
    for (const outcome of this.sent) (await outcome)();
    // PostgreSQL's tag of COMMIT after a failed statement.
    if ((await committed)().command === 'ROLLBACK') throw new Error('the transaction had failed');
  }

  /** Statements that wait for BEGIN are sent first. */
  private async sendRollback(begun: Promise<unknown>): Promise<void> {
    await begun.catch(() => undefined);
    await this.checkout.client.ask(plain('ROLLBACK'));
  }

  private noted(answer: Promise<Answer>): Promise<Answer> {
    answer.catch((error: unknown) => (this.failure ??= error));
    return answer;
  }

  private open(): Promise<unknown> {
    const begun = this.noted(this.checkout.client.ask(plain(this.begin)));
    // `awaitSent` tells when it fails, also of work that has awaited no statement.
    this.sent.push(outcomeOf(begun));
    begun.then(
      () => (this.isOpen = true),
      () => undefined,
    );
    return (this.begun = begun);
  }
}

const READS = /^\s*SELECT\b/;

/** The result or failure of a statement, for a check later on. */
function outcomeOf<Result>(answer: Promise<Result>): Promise<() => Result> {
  return answer.then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
}
