import { jest } from '@jest/globals';
import { TooMany } from '../../src/shared/errors/errors.js';
import { Turns } from '../../src/shared/limits/turns.js';

/** Work that ends when the test ends it. */
class Work {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly turns: Turns) {}

  /** @param name its first letter is the account */
  ask(name: string): Promise<void> {
    return this.turns.run(name[0]!, () => {
      this.begun.push(name);
      return new Promise((resolve) => this.ends.set(name, resolve));
    });
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)!();
    // The next turn begins when the promises have settled.
    for (let step = 0; step < 5; step++) await Promise.resolve();
  }
}

let turns: Turns;
let work: Work;
beforeEach(() => {
  jest.useFakeTimers();
  turns = new Turns({ account: 2, process: 3 });
  work = new Work(turns);
});
afterEach(() => jest.useRealTimers());

describe('[D-211] costly work', () => {
  it('runs at the same time up to the limit of an account', () => {
    for (const name of ['a1', 'a2', 'a3']) void work.ask(name).catch(() => undefined);
    expect(work.begun).toEqual(['a1', 'a2']);
  });

  it('runs at the same time up to the limit of the process', () => {
    for (const name of ['a1', 'b1', 'c1', 'd1']) void work.ask(name).catch(() => undefined);
    expect(work.begun).toEqual(['a1', 'b1', 'c1']);
  });

  it('runs in turns between accounts', async () => {
    for (const name of ['a1', 'a2', 'b1', 'a3', 'a4', 'a5', 'b2', 'c1']) void work.ask(name);
    for (const name of ['a1', 'a2', 'b1', 'c1']) await work.end(name);
    expect(work.begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4']);
  });

  it('ends its turn when it fails', async () => {
    const failing = [1, 2, 3].map((number) => turns.run('a', () => Promise.reject(new Error(`${number}`))));
    await expect(Promise.all(failing)).rejects.toThrow('1');
    void work.ask('a1');
    expect(work.begun).toEqual(['a1']);
  });

  it('that waits for 2 seconds is refused and never starts', async () => {
    for (const name of ['a1', 'a2']) void work.ask(name);
    const late = work.ask('a3');
    const refused = expect(late).rejects.toMatchObject({ retryAfterSeconds: 2 });
    jest.advanceTimersByTime(1_999);
    expect(turns.refused).toBe(0);
    jest.advanceTimersByTime(1);
    await refused;
    await expect(late).rejects.toBeInstanceOf(TooMany);
    await work.end('a1');
    expect(work.begun).toEqual(['a1', 'a2']);
    expect(turns.refused).toBe(1);
  });

  it.each([
    ['for the same time again', 6],
    ['for at most 10 ms', 500],
  ])('with a rest keeps its turn %s', async (_, milliseconds) => {
    work = new Work(new Turns({ account: 1, process: 1 }, undefined, (ms) => Math.min(ms, 10)));
    for (const name of ['a1', 'b1']) void work.ask(name);
    jest.advanceTimersByTime(milliseconds);
    await work.end('a1');
    jest.advanceTimersByTime(Math.min(milliseconds, 10) - 1);
    expect(work.begun).toEqual(['a1']);
    await jest.advanceTimersByTimeAsync(1);
    expect(work.begun).toEqual(['a1', 'b1']);
  });

  it('of a job waits without a limit', async () => {
    work = new Work(new Turns({ account: 1, process: 1 }, Infinity));
    for (const name of ['a1', 'b1']) void work.ask(name);
    jest.advanceTimersByTime(3_600_000);
    await work.end('a1');
    expect(work.begun).toEqual(['a1', 'b1']);
  });
});
