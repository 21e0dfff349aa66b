import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Unavailable } from '../errors/errors.js';
import { Turns } from './turns.js';

/** One runs and the next is ready: with one alone, a row took half as many changes (POST of records, 32 connections). */
const CHANGES_OF_ENTITY = 2;

/** A request that changes something, while it holds its turn. */
export interface TurnHolder {
  /** Gives the turn back. The answer calls it, because a connection may close before the change has ended. */
  endTurn?: () => void;
}

/**
 * The turns of changes (D-284). A change takes its turn before it takes a connection to the database, so that changes that
 * wait for the same row hold two connections at most, and one account never holds all of them.
 */
@Injectable()
export class ChangeTurns {
  /** Changes of one entity wait outside of the pool, because its row's lock lets only one of them go on. */
  readonly entities: Turns;
  /** An account has at most half of the connections for changes. */
  readonly accounts: Turns;
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
   * @param entity what the path names, if anything
   * @returns whether the request had to wait
   * @throws Unavailable when it has waited for as long as a change waits for a lock
   */
  async take(holder: TurnHolder, accountId: number, entity: string | undefined): Promise<boolean> {
    const deadline = performance.now() + this.maxWaitSeconds * 1000;
    // A stranger who names the entity waits in a line of their own.
    const line = entity === undefined ? undefined : `${accountId} ${entity}`;
    const forEntity = line === undefined ? undefined : this.entities.take(line);
    if (forEntity) await forEntity;
    const endEntity = () => line !== undefined && this.entities.end(line);
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
   * Runs a transaction in a turn, for a request that waits for another system before it or after it. A dry run that holds its
   * transaction has a connection already, and waits for nothing.
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

  private turns(account: number): Turns {
    const limit = { account, process: Infinity };
    return new Turns(limit, this.maxWaitSeconds, undefined, () => {
      // Counts as a wait for a lock, which it replaces.
      this.database.activity.slow++;
      return new Unavailable();
    });
  }
}
