import pg from 'pg';
import { connection, type ConnectionOptions } from './session.js';

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
  private turn = 0;
  private ended = false;

  constructor(
    private readonly options: ConnectionOptions,
    readonly size: number,
  ) {
    this.lanes = Array.from({ length: size }, () => undefined);
  }

  /** The connection whose turn it is; made anew when it has broken. */
  next(): { query(config: pg.QueryConfig): Promise<pg.QueryResult> } {
    this.turn = (this.turn + 1) % this.lanes.length;
    const lane = (this.lanes[this.turn] ??= this.open(this.turn));
    return {
      query: (config) =>
        lane.ready === CONNECTED
          ? lane.client.query(config)
          : lane.ready.then(() => lane.client.query(config)),
    };
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

  private open(index: number): Lane {
    const client = new pg.Client({ ...connection(this.options, { generic: true }), pipeline: true });
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

const CONNECTED = Promise.resolve();
