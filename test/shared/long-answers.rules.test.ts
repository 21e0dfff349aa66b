import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import type { Response } from 'express';
import { LongAnswers, longListSize } from '../../src/shared/http/response/long-answers.js';
import { noteSize, withSizeOf } from '../../src/shared/limits/long-lists.js';
import { UnreadAnswers } from '../../src/shared/limits/unread-answers.js';

const ROW = { text: 'x'.repeat(32 * 1024) };
const ROWS = 40;

/** The members of a response that the code uses before it writes. */
class FakeResponse extends EventEmitter {
  destroyed = false;
  readonly req: object;

  constructor(accountId: number) {
    super();
    this.req = { access: { caller: { accountId } } };
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

const nextTurn = () => new Promise(setImmediate);
const list = (rows = ROWS) => ({ data: Array.from({ length: rows }, () => ROW), page: 1 });

let unread: UnreadAnswers;
let answers: LongAnswers;
let built: string[];
beforeEach(() => {
  unread = new UnreadAnswers();
  answers = new LongAnswers(unread);
  built = [];
});

function build(name: string, rows = ROWS): FakeResponse {
  const response = new FakeResponse(Number(name[0]));
  const body = list(rows);
  const expected = JSON.stringify(body);
  answers.build(
    response as unknown as Response,
    body,
    { bytes: 1000, isDigested: false },
    ({ pieces, bytes }) => {
      expect(Buffer.concat(pieces).toString()).toBe(expected);
      expect(bytes).toBe(expected.length);
      built.push(name);
    },
  );
  return response;
}

describe('[D-283] a long answer', () => {
  it('has rows of more than 64 KiB, also after the view has converted them', () => {
    const rows = [1, 2, 3];
    noteSize(rows, 64 * 1024);
    expect(longListSize({ data: rows })).toBeUndefined();
    noteSize(rows, 64 * 1024 + 1);
    expect(longListSize({ data: withSizeOf(rows, rows.map(String)) })).toBe(64 * 1024 + 1);
    expect([longListSize({}), longListSize({ data: 1 })]).toEqual([undefined, undefined]);
  });

  it('is serialized in pieces, and other work runs between two of them', async () => {
    build('1');
    let turns = 0;
    for (; built.length === 0; turns++) await nextTurn();
    // A piece has two rows.
    expect(turns).toBeGreaterThanOrEqual(ROWS / 2);
  });

  it('takes turns by piece with long answers of other accounts', async () => {
    for (const name of ['1a', '1b', '1c']) build(name);
    build('2', ROWS / 2);
    while (built.length < 4) await nextTurn();
    expect(built).toEqual(['2', '1a', '1b', '1c']);
  });

  it('stops further reads of its account while 8 MiB wait for serialization', async () => {
    const half = { bytes: 4 * 1024 * 1024, isDigested: false };
    for (let count = 0; count < 2; count++) {
      expect(unread.hasRoom(1)).toBe(true);
      const response = new FakeResponse(1) as unknown as Response;
      answers.build(response, list(), half, () => built.push('1'));
    }
    expect([unread.hasRoom(1), unread.hasRoom(2)]).toEqual([false, true]);
    await unread.room(1);
    expect(built).toEqual(['1']);
    while (built.length < 2) await nextTurn();
  });

  it('stops and frees its memory when its client has disconnected', async () => {
    const gone = build('1a');
    build('1b');
    expect(unread.bytes).toBe(2000);
    gone.destroy();
    expect(unread.bytes).toBe(1000);
    while (built.length === 0) await nextTurn();
    expect(built).toEqual(['1b']);
  });
});

describe('[D-283] a list without room', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    unread = new UnreadAnswers(300_000, 1000, 1000);
  });
  afterEach(() => jest.useRealTimers());

  function written(bytes: number): Response {
    const response = new FakeResponse(1) as unknown as Response;
    unread.hold(response, 1, bytes)();
    unread.written(response, bytes);
    return response;
  }
  const cut = (responses: readonly Response[]) => responses.map(({ destroyed }) => destroyed);

  it('disconnects clients that read nothing, the longest first, and none after there is room', async () => {
    const responses = [written(400), written(400), written(400)];
    unread.read(responses[0]!, 1);
    const room = unread.room(2);
    await jest.advanceTimersByTimeAsync(1000);
    expect(cut(responses)).toEqual([false, true, false]);
    await room;
  });

  it('disconnects no client that has read in the last second', async () => {
    const responses = [written(600), written(600)];
    const room = unread.room(2);
    await jest.advanceTimersByTimeAsync(900);
    for (const response of responses) unread.read(response, 1);
    await jest.advanceTimersByTimeAsync(900);
    expect(cut(responses)).toEqual([false, false]);
    await jest.advanceTimersByTimeAsync(100);
    expect(cut(responses)).toEqual([true, false]);
    await room;
  });
});
