import type { ObjectLiteral, Repository } from 'typeorm';
import type { EntityClass, Tx, Values } from '../reader.js';
import type { Command, Statement } from '../statement.js';
import { Repositories, type EntitySource } from './entity-source.js';
import { plain, type Answer, type Asked, type Wire } from './asked.js';
import type { Session } from './session.js';

/** A transaction of as many round trips as its work takes. */
export class OpenTransaction implements Tx {
  private sent: Promise<() => unknown>[] = [];
  private begun: Promise<unknown> | undefined;
  private readonly repositories: Repositories;
  private isOpen = false;
  private hasEnded = false;
  /** In their order: what comes behind one that waits waits too. */
  private isHeld = false;

  constructor(
    private readonly client: Session,
    private readonly wire: Wire,
    entities: EntitySource,
    /** The text of BEGIN, which leaves with the first statement. */
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
    this.sent.push(settled(this.ask(this.wire.statement(statement, values))));
  }

  repository<Entity extends ObjectLiteral>(entity: EntityClass<Entity>): Repository<Entity> {
    return this.repositories.of(entity);
  }

  /** @throws what was sent so far may have failed */
  async settle(): Promise<void> {
    for (const outcome of this.sent) (await outcome)();
    this.sent = [];
  }

  /** The original failure behind 25P02: that of a statement that was sent and not awaited. */
  async causeOf(error: unknown): Promise<unknown> {
    if ((error as { code?: string } | undefined)?.code !== HAD_FAILED) return error;
    for (const outcome of this.sent) {
      const failure = await outcome.then((look) => look()).then(NOTHING, (earlier: unknown) => earlier);
      if (failure !== undefined) return failure;
    }
    return error;
  }

  /** @throws what was sent may have failed; then nothing is committed. */
  async commit(): Promise<void> {
    if (!this.begun) return;
    await this.begun;
    const committed = settled(this.client.ask(plain('COMMIT')));
    for (const outcome of this.sent) (await outcome)();
    // PostgreSQL answers so when a statement failed before.
    if ((await committed)().command === 'ROLLBACK') throw new Error('the transaction had failed');
  }

  /** Closes the transaction for code that still holds it: its connection may belong to the next one. */
  end(): void {
    this.hasEnded = true;
  }

  /** A statement that only reads or locks leaves with BEGIN. One that changes something waits until the transaction is open. */
  ask(asked: Asked): Promise<Answer> {
    if (this.hasEnded) return Promise.reject(new Error('The transaction has ended'));
    const begun = this.begun ?? this.open();
    const run = () => this.client.ask(asked);
    if (this.isOpen || (!this.isHeld && LOOKS.test(asked.text))) return run();
    this.isHeld = true;
    return begun.then(run);
  }

  private open(): Promise<unknown> {
    const begun = this.client.ask(plain(this.begin));
    // Its failure is the cause when a statement behind it fails.
    this.sent.push(settled(begun));
    begun.then(
      () => (this.isOpen = true),
      () => undefined,
    );
    return (this.begun = begun);
  }
}

const LOOKS = /^\s*SELECT\b/;
// PostgreSQL's errcode in_failed_sql_transaction.
const HAD_FAILED = '25P02';
const NOTHING = () => undefined;

/** The outcome of a statement whose turn to be looked at comes later. */
function settled<Result>(answer: Promise<Result>): Promise<() => Result> {
  return answer.then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
}
