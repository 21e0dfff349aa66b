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

/** Reads rows of a statement, or entities. A `Tx` is the `Reader` of its transaction. */
export interface Reader {
  rows<Row>(statement: Query<Row>, values?: Values): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(statement: Query<Row>, values?: Values): Promise<Row | undefined>;
  repository<Entity extends ObjectLiteral>(entity: EntityClass<Entity>): ReadRepository<Entity>;
}

/**
 * An open transaction. Only `Database.transaction` makes one, so that every write is in a
 * transaction.
 */
export interface Tx extends Reader {
  rows<Row>(statement: Statement<Row>, values?: Values): Promise<Row[]>;
  row<Row>(statement: Statement<Row>, values?: Values): Promise<Row | undefined>;
  /** @returns the number of changed rows */
  run(statement: Command<unknown>, values?: Values): Promise<number>;
  /** Sends the command without waiting for its result. If it fails, the transaction fails. */
  send(statement: Command<unknown>, values?: Values): void;
  /** TypeORM's repository, bound to this transaction. */
  repository<Entity extends ObjectLiteral>(entity: EntityClass<Entity>): Repository<Entity>;
}

/** How the one transaction of a request begins and ends. */
export interface RequestTerms {
  /** A dry run, which never commits (D-232). */
  readonly isDry: boolean;
  /**
   * Called when a transaction of the request begins.
   * @param keeps `transaction`: the transaction stays open until the request ends; `lease`: it
   * commits at once, and the row of this statement remains as a lease
   * @param isShared as that of the `TransactionSource`; the statement must then not wait
   */
  readonly first?: (keeps: 'transaction' | 'lease', isShared: boolean) => FirstStatement;
  /**
   * Runs before the first change, in the same transaction. When it throws, the request changes
   * nothing.
   */
  readonly before?: () => Promise<void>;
}

/**
 * The statement that a transaction runs before its first change, in the same round trip. When it
 * fails, the change fails.
 */
export interface FirstStatement {
  readonly statement: Command<unknown>;
  readonly values: Values;
  /** The rule that it `violates` when the service must refuse the request. */
  readonly rule: string;
  /** The errors of its other constraints, if they differ from those of the areas. */
  readonly refusals: ConstraintErrors;
  /** Called when its row is committed as a lease. */
  readonly leased: () => void;
}

/** The one transaction of a request, for the code that commits it. */
export interface OwnTransaction {
  /** The actions of the events that the request has recorded. */
  readonly actions: readonly string[];
  /** Runs `before` of the terms, unless the transaction has done so. */
  prepare(): Promise<void>;
  /** @param last runs before the COMMIT, in the same round trip; when it fails, the commit fails */
  commit(last?: (tx: Tx) => void): Promise<void>;
}

/** Runs the one statement of a change. @returns its first row */
export type Run = <Row>(statement: Command<Row>, values: Values) => Promise<Row>;
