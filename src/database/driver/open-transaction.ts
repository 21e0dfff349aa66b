import type { ObjectLiteral, Repository } from 'typeorm';
import type { EntityClass, Tx, Values } from '../reader.js';
import type { Command, Statement } from '../statement.js';
import { Repositories, type EntitySource } from './entity-source.js';
import { plain, type Answer, type BoundStatement, type Wire } from './wire.js';
import type { Session } from './session.js';

/** A transaction that runs statements until the caller commits it or rolls it back. */
export class OpenTransaction implements Tx {
  private sent: Promise<() => unknown>[] = [];
  private begun: Promise<unknown> | undefined;
  private readonly repositories: Repositories;
  private isOpen = false;
  private hasEnded = false;
  /** The first failure of a statement, which is the cause of those after it. */
  private failure: unknown;
  /**
   * Whether a statement waits for BEGIN. Later statements then wait, too, so that all keep their
   * order.
   */
  private isHeld = false;

  constructor(
    private readonly client: Session,
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

  /** The first failure of the transaction when `error` is only its consequence. */
  causeOf(error: unknown): unknown {
    const isConsequence = (error as { code?: string } | undefined)?.code === IN_FAILED_TRANSACTION;
    return isConsequence ? (this.failure ?? error) : error;
  }

  /** @throws the failure of a sent statement; then nothing is committed */
  async commit(): Promise<void> {
    if (!this.begun) return;
    await this.begun;
    const committed = outcomeOf(this.client.ask(plain('COMMIT')));
    for (const outcome of this.sent) (await outcome)();
    // PostgreSQL's tag of COMMIT after a failed statement.
    if ((await committed)().command === 'ROLLBACK') throw new Error('the transaction had failed');
  }

  /**
   * Statements that wait for BEGIN are sent first. After the ROLLBACK, each of them would commit by
   * itself.
   */
  async rollback(): Promise<void> {
    await this.begun?.catch(() => undefined);
    await this.client.ask(plain('ROLLBACK'));
  }

  /**
   * Makes further use of this object fail, because its connection may belong to another
   * transaction.
   */
  end(): void {
    this.hasEnded = true;
  }

  /**
   * Sends a statement that only reads or locks together with BEGIN. A statement that changes rows
   * waits until BEGIN has succeeded.
   */
  ask(statement: BoundStatement): Promise<Answer> {
    if (this.hasEnded) return Promise.reject(new Error('The transaction has ended'));
    const begun = this.begun ?? this.open();
    const run = () => this.noted(this.client.ask(statement));
    if (this.isOpen || (!this.isHeld && READS.test(statement.text))) return run();
    this.isHeld = true;
    return begun.then(run);
  }

  private noted(answer: Promise<Answer>): Promise<Answer> {
    answer.catch((error: unknown) => (this.failure ??= error));
    return answer;
  }

  private open(): Promise<unknown> {
    const begun = this.noted(this.client.ask(plain(this.begin)));
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
// PostgreSQL's errcode in_failed_sql_transaction.
const IN_FAILED_TRANSACTION = '25P02';

/** The result or failure of a statement, for a check later on. */
function outcomeOf<Result>(answer: Promise<Result>): Promise<() => Result> {
  return answer.then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
}
