import { whenTurnEnds } from './end-of-turn.js';
import type pg from 'pg';
import { connection, Session, type ConnectionOptions } from './session.js';
import { ask, type Answer, type WireQuery } from './wire-query.js';

interface Lane {
  readonly client: pg.Client;
  readonly ready: Promise<unknown>;
}

/**
 * A few connections on which prepared reads are pipelined: a read does not wait for the answer to the one before it,
 * so that a credential and the data it opens cost one round trip.
 */
export class PipelinedReads {
  private readonly lanes: (Lane | undefined)[];
  private current = 0;
  private asked = 0;
  private ended = false;

  constructor(
    private readonly options: ConnectionOptions,
    readonly size: number,
  ) {
    this.lanes = Array.from({ length: size }, () => undefined);
  }

  async query(query: WireQuery): Promise<Answer> {
    const lane = this.lane();
    if (lane.ready !== CONNECTED) await lane.ready;
    return ask(lane.client, query);
  }

  /** How many connections are open, or being opened. */
  get openLanes(): number {
    return this.lanes.filter((lane) => lane !== undefined).length;
  }

  async end(): Promise<void> {
    this.ended = true;
    await Promise.all(
      this.lanes.map((lane) => lane?.ready.then(() => lane.client.end()).catch(() => undefined)),
    );
  }

  /** One connection takes a few statements of a turn, then the next: few writes, and none waits behind many. */
  private lane(): Lane {
    if (this.asked === 0) whenTurnEnds(() => (this.asked = 0));
    if (this.asked++ % PER_LANE === 0) this.current = (this.current + 1) % this.lanes.length;
    return (this.lanes[this.current] ??= this.open(this.current));
  }

  private open(index: number): Lane {
    const client = new Session(connection(this.options, { generic: true, readOnly: true }));
    const drop = () => {
      if (!this.ended && this.lanes[index]?.client === client) this.lanes[index] = undefined;
    };
    client.on('error', drop);
    client.on('end', drop);
    const ready = client.connect().then(
      () => {
        if (this.lanes[index]?.client === client) this.lanes[index] = { client, ready: CONNECTED };
      },
      (error: unknown) => {
        drop();
        throw error;
      },
    );
    ready.catch(() => undefined);
    return { client, ready };
  }
}

const PER_LANE = 8;
const CONNECTED = Promise.resolve();
