import type pg from 'pg';
import { noteSize } from '../../shared/limits/long-lists.js';
import { Turns } from '../../shared/limits/turns.js';
import { UnreadAnswers } from '../../shared/limits/unread-answers.js';
import type { Values } from '../reader.js';
import type { Query } from '../statement.js';
import { BatchedLookups } from './batched-lookups.js';
import { isConflict, isOutdated } from './database-errors.js';
import { PipelinedReads } from './pipelined-reads.js';
import { Replica } from './replica.js';
import type { Answer, BoundStatement, Wire } from './wire.js';
import { askPool, createPool, type ConnectionOptions } from './session.js';

/**
 * Each attempt prepares an outdated statement in one session. A process has fewer sessions for
 * reads.
 */
const MAX_ATTEMPTS = 24;

/**
 * The number of plain lists that one account reads at a time. Further lists wait without a time
 * limit.
 */
const PLAIN_LISTS = 8;

/** The connections for reads outside transactions. */
export class Reads {
  /** The number of connections that they take from the limit of the pool. */
  readonly connections: number;
  /** The turns of lists with a filter or an order. */
  readonly turns: Turns;
  readonly unreadAnswers = new UnreadAnswers();
  private readonly plainLists = new Turns({ account: PLAIN_LISTS, process: Infinity }, Infinity);
  private readonly pipelined: PipelinedReads;
  /**
   * For texts that are made for one request, such as a list with a filter. They may be slow
   * (D-211).
   */
  private readonly lists: pg.Pool;
  /** For dedicated queries such as readiness, which must not wait for other statements (D-229). */
  private readonly watch: PipelinedReads;
  private readonly lookups: BatchedLookups;
  private readonly replica: Replica | undefined;

  constructor(
    options: ConnectionOptions,
    private readonly wire: Wire,
  ) {
    const pipelined = Math.max(1, Math.min(4, Math.floor(options.databasePool / 3)));
    const lists = Math.max(1, Math.floor(options.databasePool / 5));
    this.connections = pipelined + lists;
    this.turns = new Turns(options.maxLists);
    this.pipelined = new PipelinedReads(options, pipelined);
    this.lists = createPool(options, lists, { readOnly: true });
    this.watch = new PipelinedReads(options, 1);
    this.lookups = new BatchedLookups((statement, keys) => this.askText(() => wire.keyed(statement, keys)));
    this.replica =
      options.databaseReadUrl === undefined ? undefined : new Replica(options.databaseReadUrl, options);
  }

  ask(statement: Query<unknown>, values: Values): Promise<Answer> {
    return this.askList(statement, () => this.read(statement, values));
  }

  /** As `ask`, from the standby if there is one that responds. */
  askStandby(statement: Query<unknown>, values: Values): Promise<Answer> {
    const { replica } = this;
    if (!replica) return this.ask(statement, values);
    const query = () => this.wire.statement(statement, values);
    return this.askList(statement, () => replica.query(query(), () => this.read(statement, values)));
  }

  /** Runs a query whose text is the same for every request. */
  askText(query: () => BoundStatement): Promise<Answer> {
    return askAgain(() => this.pipelined.query(query()));
  }

  /** Counts the present connections, without that of dedicated queries. */
  counts() {
    return {
      readers: this.pipelined.openConnections,
      maxReaders: this.pipelined.size,
      lists: this.lists.totalCount,
      maxLists: this.lists.options.max,
    };
  }

  async end(): Promise<void> {
    await Promise.all([this.pipelined.end(), this.lists.end(), this.watch.end(), this.replica?.end()]);
  }

  /**
   * A list waits for its turn among the lists of its account or address, and for memory (D-283).
   */
  private askList({ taker, name }: Query<unknown>, read: () => Promise<Answer>): Promise<Answer> {
    if (taker === undefined) return read();
    const turns = name === undefined ? this.turns : this.plainLists;
    return turns.run(taker, async () => {
      if (!this.unreadAnswers.hasRoom(taker)) await this.unreadAnswers.room(taker);
      const answer = await read();
      noteSize(answer.rows, answer.bytes);
      return answer;
    });
  }

  private read(statement: Query<unknown>, values: Values): Promise<Answer> {
    if (statement.ofKeys !== undefined) return this.lookups.find(statement, values);
    const query = () => this.wire.statement(statement, values);
    if (statement.isDedicated) return askAgain(() => this.watch.query(query()));
    if (statement.name === undefined) return askAgain(() => askPool(this.lists, query()));
    const isList = statement.taker !== undefined;
    return askAgain(() => this.pipelined.query(query(), isList));
  }
}

/**
 * Retries when the session has an outdated statement, which it then prepares again, and when
 * PostgreSQL ended the read because of a deadlock with a session that locks tables (D-300).
 */
async function askAgain(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const again = isOutdated(error) || isConflict(error);
      if (!again || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
