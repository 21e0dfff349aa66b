import { Clock } from '../../src/shared/time/clock.js';

/** The present as a test says it is: it began when the test file did, and moves only when told to. */
export class TestClock {
  private nowMs = Date.now();

  milliseconds(): number {
    return this.nowMs;
  }

  /** For what another process has done by its own clock, on a machine that may be slow. */
  catchUp(): void {
    this.nowMs = Math.max(this.nowMs, Date.now());
  }

  forward(seconds: number): void {
    this.nowMs += seconds * 1000;
  }
}

/** The clock of an application that shows a test's present; the database's time stays what the service measures. */
export class ShownClock extends Clock {
  constructor(private readonly present: TestClock) {
    super();
  }

  override milliseconds(): number {
    return this.present.milliseconds();
  }
}
