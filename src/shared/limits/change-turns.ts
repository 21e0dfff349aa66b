import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { ChangeRunner } from '../../database/change-runner.js';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Unavailable } from '../errors/errors.js';
import { Turns } from './turns.js';

/**
 * One change runs, and the next is ready. With a limit of one, the rate of changes of a row was
 * half (POST of records, 32 connections).
 */
const CHANGES_OF_ENTITY = 2;
/** With 16, the creation of a record took as much processor time. */
const CHANGES_OF_TURN = 8;

/** A change that holds a turn. */
export interface TurnHolder {
  /**
   * Ends the turn. The response calls it, because a connection may close before the change has
   * ended.
   */
  endTurn?: () => void;
  /** Runs the change with the others of a shared turn. */
  changes?: ChangeRunner;
}

/** A change that may share its turn. */
export interface SharedChange {
  readonly accountId: number;
  /** The part of the path before its first entity. */
  readonly collection: string;
  /** The name of the row that the change locks first. */
  readonly row: string;
  /** The entity that it changes; undefined for a creation. */
  readonly entity: string | undefined;
}

/** A turn of several requests. The last one ends it. */
interface SharedTurn {
  readonly group: ReturnType<Database['changeGroup']>;
  readonly holder: TurnHolder;
  /** Resolves to whether the turn had to wait. */
  readonly begun: Promise<boolean>;
  /** The entities that they change. Of two changes of one entity, one would be outdated. */
  readonly entities: Set<string>;
  requests: number;
}

/**
 * The turns of changes (D-284). A change takes its turn before a connection to the database. So
 * changes that wait for the same row hold at most two connections, and one account never holds all
 * connections.
 */
@Injectable()
export class ChangeTurns {
  /**
   * Turns by entity. Changes of one entity wait before the pool, because its row's lock admits only
   * one of them.
   */
  readonly entities: Turns;
  /** Turns by account, which has at most half of the connections for changes. */
  readonly accounts: Turns;
  /** The turns that have not begun, which requests may join. */
  private readonly shared = new Map<string, SharedTurn>();
  private readonly maxWaitSeconds: number;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.maxWaitSeconds = Math.min(settings.databaseLockTimeoutSeconds, settings.databaseWaitTimeoutSeconds);
    const half = Math.max(1, Math.floor(database.connections().max / 2));
    this.entities = this.turns(CHANGES_OF_ENTITY);
    this.accounts = this.turns(half);
  }

  /**
   * Takes the request's turn until `endTurn` is called.
   * @param entity the entity of the path; undefined for a path without one
   * @returns whether the request had to wait
   * @throws Unavailable after the wait that a change has for a lock
   */
  async take(holder: TurnHolder, accountId: number, entity: string | undefined): Promise<boolean> {
    const deadline = performance.now() + this.maxWaitSeconds * 1000;
    // With the account id, so that a caller of another account who names the entity does not delay
    // its owner.
    const taker = entity === undefined ? undefined : `${accountId} ${entity}`;
    const forEntity = taker === undefined ? undefined : this.entities.take(taker);
    if (forEntity) await forEntity;
    const endEntity = () => taker !== undefined && this.entities.end(taker);
    const forAccount = this.accounts.take(accountId, (deadline - performance.now()) / 1000);
    try {
      if (forAccount) await forAccount;
    } catch (error) {
      endEntity();
      throw error;
    }
    holder.endTurn = () => {
      delete holder.endTurn;
      this.accounts.end(accountId);
      endEntity();
    };
    return forEntity !== undefined || forAccount !== undefined;
  }

  /**
   * Takes a turn together with the requests of the account that wait for one of the same
   * collection.
   * @returns whether the turn had to wait
   * @throws Unavailable as `take`
   */
  async share(holder: TurnHolder, change: SharedChange): Promise<boolean> {
    const { row, entity } = change;
    const turn = this.joined(change);
    const { begun, group, holder: ofAll } = turn;
    turn.requests++;
    if (entity !== undefined) turn.entities.add(entity);
    const hasWaited = await begun;
    holder.changes = group.runnerFor(row);
    holder.endTurn = () => {
      delete holder.endTurn;
      if (--turn.requests === 0) ofAll.endTurn!();
    };
    return hasWaited;
  }

  /**
   * Runs a transaction in a turn, for a request that calls another system before or after it. A dry
   * run that holds its transaction has a connection already, and takes no turn.
   */
  async run<Result>(
    accountId: number,
    entity: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.database.request.holdsTransaction) return work();
    const holder: TurnHolder = {};
    await this.take(holder, accountId, entity);
    try {
      return await work();
    } finally {
      holder.endTurn!();
    }
  }

  /** The waiting turn that the change may join, or a new one. */
  private joined({ accountId, collection, entity }: SharedChange): SharedTurn {
    const name = `${accountId} ${collection}`;
    const waiting = this.shared.get(name);
    const isOpen = waiting && waiting.requests < CHANGES_OF_TURN;
    if (isOpen && !(entity !== undefined && waiting.entities.has(entity))) return waiting;
    const holder: TurnHolder = {};
    const begun = this.take(holder, accountId, collection).finally(() => {
      if (this.shared.get(name) === turn) this.shared.delete(name);
    });
    const group = this.database.changeGroup();
    const turn: SharedTurn = { group, holder, begun, entities: new Set(), requests: 0 };
    this.shared.set(name, turn);
    return turn;
  }

  private turns(account: number): Turns {
    const limit = { account, process: Infinity };
    return new Turns(limit, this.maxWaitSeconds, undefined, () => {
      // Counted as a wait for a lock, which this wait replaces.
      this.database.activity.slow++;
      return new Unavailable();
    });
  }
}
