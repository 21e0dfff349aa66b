import { createHash, type Hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { PIECE_BYTES, sizeOf } from '../../limits/long-lists.js';
import type { TurnTaker } from '../../limits/turns.js';
import type { UnreadAnswers } from '../../limits/unread-answers.js';
import { isDrained } from '../../networking/is-drained.js';
import { clientAddress } from '../request/client-address.js';
import type { AnsweredRequest } from './response-headers.js';

/** A page or a part of a list, before serialization. */
interface ListBody {
  readonly data: readonly unknown[];
}

/** A serialized response. */
interface BuiltAnswer {
  readonly pieces: Buffer[];
  readonly bytes: number;
  /** Its entity tag, when the request needs one. */
  readonly tag: string | undefined;
}

/** @returns the size of a long list's rows; undefined for other bodies */
export function longListSize(body: unknown): number | undefined {
  const { data } = body as Partial<ListBody>;
  return Array.isArray(data) ? sizeOf(data) : undefined;
}

/**
 * Serializes and writes long responses in pieces, one per iteration of the event loop, so that
 * other requests run in between (D-283). Accounts take turns by piece.
 */
export class LongAnswers {
  /** Waiting lists by account or address, in the order of their next pieces. */
  private readonly queues = new Map<TurnTaker, LongList[]>();

  constructor(private readonly unread: UnreadAnswers) {}

  /**
   * Serializes the list.
   * @param then called with the result, unless the client has disconnected
   */
  build(
    response: Response,
    body: object,
    options: { bytes: number; isDigested: boolean },
    then: (built: BuiltAnswer) => void,
  ): void {
    if (response.destroyed) return;
    const taker = takerOf(response.req);
    const release = this.unread.hold(response, taker, options.bytes);
    const list = new LongList(response, body as ListBody, options.isDigested, then, release);
    if (this.queues.size === 0) setImmediate(this.next);
    const queue = this.queues.get(taker);
    if (queue) queue.push(list);
    else this.queues.set(taker, [list]);
  }

  /** Writes a serialized response at the client's pace, and ends it. */
  async write(response: Response, { pieces, bytes }: BuiltAnswer): Promise<void> {
    if (response.req.method === 'HEAD') return void response.end();
    this.unread.written(response, bytes);
    for (const piece of pieces.splice(0)) {
      if (!response.write(piece) && !(await isDrained(response))) return;
      this.unread.read(response, piece.length);
    }
    response.end();
  }

  private readonly next = (): void => {
    const [taker, queue] = this.queues.entries().next().value!;
    this.queues.delete(taker);
    if (!queue[0]!.advance()) queue.shift()!.release();
    if (queue.length > 0) this.queues.set(taker, queue);
    if (this.queues.size > 0) setImmediate(this.next);
  };
}

class LongList {
  private readonly pieces: Buffer[] = [];
  private readonly hash: Hash | undefined;
  private readonly data: unknown[];
  private readonly end: string;
  private text: string;
  private row = 0;
  private bytes = 0;

  constructor(
    private readonly response: Response,
    body: ListBody,
    isDigested: boolean,
    private readonly then: (built: BuiltAnswer) => void,
    readonly release: () => void,
  ) {
    this.data = body.data as unknown[];
    this.hash = isDigested ? createHash('sha256') : undefined;
    const frame = JSON.stringify({ ...body, data: [] });
    const split = frame.indexOf('"data":[') + '"data":['.length;
    this.text = frame.slice(0, split);
    this.end = frame.slice(split);
  }

  /**
   * Adds a piece.
   * @returns whether more pieces follow
   */
  advance(): boolean {
    if (this.response.destroyed) return false;
    try {
      if (this.addPiece()) return true;
      const tag = this.hash && `"${this.hash.digest('base64url')}"`;
      this.then({ pieces: this.pieces, bytes: this.bytes, tag });
    } catch {
      this.response.destroy();
    }
    return false;
  }

  private addPiece(): boolean {
    const { data } = this;
    while (this.row < data.length && this.text.length < PIECE_BYTES) {
      if (this.row > 0) this.text += ',';
      this.text += JSON.stringify(data[this.row]);
      // Releases the row's memory: the piece replaces it.
      data[this.row++] = undefined;
    }
    const isMore = this.row < data.length;
    const piece = Buffer.from(isMore ? this.text : this.text + this.end);
    this.text = '';
    this.hash?.update(piece);
    this.bytes += piece.length;
    this.pieces.push(piece);
    return isMore;
  }
}

function takerOf(request: Request & AnsweredRequest): TurnTaker {
  return request.access?.caller?.accountId ?? clientAddress(request);
}
