import type { ObjectLiteral, Repository } from 'typeorm';
import type { ConstraintErrors } from './constraints.js';
import type { Command, Query, Statement } from './statement.js';

export type Values = readonly unknown[];

export type EntityClass<Entity> = new () => Entity;

/** The part of TypeORM's repository that reads. */
export type ReadRepository<Entity extends ObjectLiteral> = Pick<
  Repository<Entity>,
  | 'find'
  | 'findBy'
  | 'findOne'
  | 'findOneBy'
  | 'count'
  | 'countBy'
  | 'exists'
  | 'existsBy'
  | 'createQueryBuilder'
>;

/** Reads rows of a statement, or entities. A `Tx` is a `Reader` inside its transaction. */
export interface Reader {
  rows<Row>(statement: Query<Row>, values?: Values): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(statement: Query<Row>, values?: Values): Promise<Row | undefined>;
  repository<Entity extends ObjectLiteral>(entity: EntityClass<Entity>): ReadRepository<Entity>;
}

/** An open transaction. Only `Database.transaction` gives one, so nothing writes outside a transaction. */
export interface Tx extends Reader {
  rows<Row>(statement: Statement<Row>, values?: Values): Promise<Row[]>;
  row<Row>(statement: Statement<Row>, values?: Values): Promise<Row | undefined>;
  /** @returns the number of rows that the command changed. */
  run(statement: Command<unknown>, values?: Values): Promise<number>;
  /** Runs the command without waiting. The transaction commits after it, and fails if it fails. */
  send(statement: Command<unknown>, values?: Values): void;
  /** TypeORM's repository, bound to this transaction. */
  repository<Entity extends ObjectLiteral>(entity: EntityClass<Entity>): Repository<Entity>;
}

/** How the one transaction of a request begins and ends. */
export interface RequestTerms {
  /** A dry run, which never commits (D-232). */
  readonly isDry: boolean;
  /**
   * Asked when a transaction of the request begins.
   * @param keeps what holds until the request ends: the transaction, or only what this statement writes, which is then committed
   */
  readonly first?: (keeps: 'transaction' | 'lease') => FirstStatement;
  /** Runs before the first change, in the same transaction. When it throws, nothing changes. */
  readonly before?: () => Promise<void>;
}

/** What a transaction does before its first change, in the same round trip; the change does not happen when it fails. */
export interface FirstStatement {
  readonly statement: Command<unknown>;
  readonly values: Values;
  /** The rule that it `violates` when the service must not carry out the request. */
  readonly rule: string;
  /** The faults of its other constraints, where the fault depends on when it ran. */
  readonly refusals: ConstraintErrors;
}

/** The one transaction of a request, as its caller sees it, who commits or rolls back. */
export interface OwnTransaction {
  /** The actions of the events that the request has recorded. */
  readonly actions: readonly string[];
  /** Whether its first statement has refused the request; everything of the request is undone. */
  readonly isRefused: boolean;
  /** Whether a conflict with another transaction has undone what had succeeded: the whole request must run again. */
  readonly needsRetry: boolean;
  /** Runs what comes before the first change, if there was none yet. */
  prepare(): Promise<void>;
  /** @param last what the transaction does before, in the same round trip; it fails with it */
  commit(last?: (tx: Tx) => void): Promise<void>;
  rollback(): Promise<void>;
}

/** Runs the one statement of a change. @returns its first row */
export type Run = <Row>(statement: Command<Row>, values: Values) => Promise<Row>;
