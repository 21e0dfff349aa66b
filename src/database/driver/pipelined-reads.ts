import { whenTurnEnds } from './end-of-turn.js';
import type { Answer, Asked } from './asked.js';
import { connection, Session, type ConnectionOptions } from './session.js';

interface Lane {
  readonly client: Session;
  ready: Promise<unknown>;
  /** Reads without an answer yet, which come in the order in which they were asked. */
  readonly unanswered: Set<Unanswered>;
  /** A statement of it hangs, so nothing more is asked here; it closes when all is answered. */
  isLeft: boolean;
}

/** Among which connections reads of a kind choose, and their choice in this turn of the event loop. */
interface Choice {
  readonly first: number;
  current: number;
  asked: number;
}

interface Unanswered {
  readonly text: string;
  readonly asked: number;
}

/**
 * A few connections on which prepared reads are pipelined: a read does not wait for the answer to the one before it,
 * so that a credential and the data it opens cost one round trip.
 *
 * A statement that hangs, at a locked table for instance, holds up what is behind it on its connection. Such a connection is
 * left for a new one, and the statement runs apart from the others until it answers (D-229).
 */
export class PipelinedReads {
  private readonly lanes: (Lane | undefined)[];
  private readonly left = new Set<Lane>();
  private readonly any: Choice = { first: 0, current: 0, asked: 0 };
  /** A list may be long, and then holds up what is behind it: one connection has none. */
  private readonly lists: Choice;
  private ended = false;

  constructor(
    private readonly options: ConnectionOptions,
    readonly size: number,
  ) {
    this.lanes = Array.from({ length: size }, () => undefined);
    const first = Math.min(1, size - 1);
    this.lists = { first, current: first, asked: 0 };
  }

  async query(asked: Asked, isList = false): Promise<Answer> {
    const lane = this.laneFor(asked.text, isList ? this.lists : this.any);
    const unanswered = { text: asked.text, asked: performance.now() };
    lane.unanswered.add(unanswered);
    try {
      if (lane.ready !== CONNECTED) await lane.ready;
      return await lane.client.ask(asked);
    } finally {
      lane.unanswered.delete(unanswered);
      if (lane.isLeft && lane.unanswered.size === 0) this.close(lane);
    }
  }

  /** How many connections are open, or being opened. */
  get openLanes(): number {
    return this.lanes.filter((lane) => lane !== undefined).length + this.left.size;
  }

  async end(): Promise<void> {
    this.ended = true;
    const lanes = [...this.lanes, ...this.left];
    await Promise.all(lanes.map((lane) => lane?.ready.then(() => lane.client.end()).catch(() => undefined)));
  }

  /** A statement that hangs somewhere goes to where it hangs already, so that it takes no second connection. */
  private laneFor(text: string, choice: Choice): Lane {
    if (choice.asked === 0) whenTurnEnds(() => (choice.asked = 0));
    if (choice.asked++ % PER_LANE === 0) this.chooseLane(choice);
    for (const lane of this.left) if (oldest(lane)?.text === text) return lane;
    return (this.lanes[choice.current] ??= this.open(choice.current));
  }

  /** The least busy connection takes a few statements of a turn, then the next: few writes, and none waits behind many. */
  private chooseLane(choice: Choice): void {
    const now = performance.now();
    const { first, current } = choice;
    let best = first + ((current - first + 1) % (this.size - first));
    for (let index = first; index < this.size; index++) {
      const lane = this.lanes[index];
      if (lane && this.left.size < MAX_LEFT && hangs(lane, now)) this.leave(index);
      if (this.busy(index) < this.busy(best)) best = index;
    }
    choice.current = best;
  }

  private busy(index: number): number {
    return this.lanes[index]?.unanswered.size ?? 0;
  }

  private leave(index: number): void {
    const lane = this.lanes[index]!;
    lane.isLeft = true;
    this.left.add(lane);
    this.lanes[index] = undefined;
  }

  private close(lane: Lane): void {
    this.left.delete(lane);
    void lane.client.end().catch(() => undefined);
  }

  private open(index: number): Lane {
    const client = new Session(connection(this.options, { generic: true, readOnly: true }));
    const lane: Lane = { client, ready: client.connect(), unanswered: new Set(), isLeft: false };
    const drop = () => {
      if (!this.ended && this.lanes[index] === lane) this.lanes[index] = undefined;
    };
    client.on('error', drop);
    client.on('end', drop);
    lane.ready.then(() => (lane.ready = CONNECTED), drop);
    return lane;
  }
}

function hangs(lane: Lane, now: number): boolean {
  return lane.ready === CONNECTED && now - (oldest(lane)?.asked ?? now) > HANGS_MS;
}

function oldest(lane: Lane): Unanswered | undefined {
  for (const unanswered of lane.unanswered) return unanswered;
  return undefined;
}

/** A read that takes longer holds up others; plain reads take a few milliseconds. */
const HANGS_MS = 250;
/** Connections beyond the usual ones, for statements that hang. */
const MAX_LEFT = 4;
const PER_LANE = 8;
const CONNECTED = Promise.resolve();
