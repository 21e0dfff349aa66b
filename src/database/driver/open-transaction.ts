import type pg from 'pg';
import type { ObjectLiteral, Repository } from 'typeorm';
import type { Batch, EntityClass, Later, Tx, Values } from '../reader.js';
import { command, type Command, type Statement } from '../statement.js';
import { BatchQuery } from './batch.js';
import { Repositories, type EntitySource } from './entity-source.js';
import { ask, WireQuery, type Answer, type Wire } from './wire-query.js';

/** A statement that a transaction begins with. */
export interface Opening {
  readonly statement: Statement<unknown>;
  readonly values: Values;
}

/** A transaction of as many round trips as its work takes. */
export class OpenTransaction implements Tx {
  private sent: Promise<() => unknown>[] = [];
  private begun: Promise<unknown> | undefined;
  private readonly repositories: Repositories;
  /** Whether BEGIN, and what left with it, has succeeded. */
  isOpen = false;
  private hasEnded = false;
  /** In their order: what comes behind one that waits waits too. */
  private isHeld = false;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly wire: Wire,
    entities: EntitySource,
    /** BEGIN on its way, or what begins the transaction together with its first statement. */
    private readonly opening: Promise<unknown> | readonly Opening[],
  ) {
    this.repositories = new Repositories(() =>
      entities.managerOn((text, values) => this.ask(wire.text(text, values)), { inTransaction: true }),
    );
    if (opening instanceof Promise) this.begins(opening);
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

  /** Runs what `fill` adds in one round trip, within this transaction, which begins with it if it has not yet. */
  async batch<Row>(fill: (batch: Batch) => Later<Row> | void): Promise<Row> {
    const { begun } = this;
    const query = new BatchQuery(this.wire);
    if (!begun) this.addOpening(query);
    const later = query.fillWith(fill);
    if (begun) await begun;
    else this.begins(query.committed);
    if (this.hasEnded) throw new Error('The transaction has ended');
    this.client.query(query as never);
    await query.committed;
    return later();
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

  /** As `commit`, in one round trip with what `fill` adds. */
  async commitAfter(fill: (batch: Batch) => void): Promise<void> {
    await this.settle();
    await this.batch((batch) => {
      fill(batch);
      batch.send(COMMIT);
    });
  }

  /** @throws what was sent may have failed; then nothing is committed. */
  async commit(): Promise<void> {
    if (!this.begun) return;
    await this.begun;
    const committed = settled(ask(this.client, new WireQuery('COMMIT')));
    for (const outcome of this.sent) (await outcome)();
    // PostgreSQL answers so when a statement failed before.
    if ((await committed)().command === 'ROLLBACK') throw new Error('the transaction had failed');
  }

  /** Nothing that still holds this transaction can use its connection any more, which the next one has got. */
  end(): void {
    this.hasEnded = true;
  }

  /** A statement that only reads or locks leaves with BEGIN. One that changes something waits until the transaction is open. */
  ask(query: WireQuery): Promise<Answer> {
    if (this.hasEnded) return Promise.reject(new Error('The transaction has ended'));
    const begun = this.begun ?? this.open();
    const run = () => ask(this.client, query);
    if (this.isOpen || (!this.isHeld && LOOKS.test(query.text))) return run();
    this.isHeld = true;
    return begun.then(run);
  }

  private open(): Promise<unknown> {
    const query = new BatchQuery(this.wire);
    this.addOpening(query);
    this.client.query(query as never);
    return this.begins(query.committed);
  }

  private addOpening(query: BatchQuery): void {
    for (const { statement, values } of this.opening as readonly Opening[]) query.add(statement, values);
  }

  private begins(begun: Promise<unknown>): Promise<unknown> {
    // Its failure is the cause when a statement behind it fails.
    this.sent.push(settled(begun));
    begun.then(
      () => (this.isOpen = true),
      () => undefined,
    );
    return (this.begun = begun);
  }
}

// In a batch, because all that it commits has succeeded.
const COMMIT = { ...command('session.commit', 'COMMIT'), inBatch: 'append' } as const;
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
