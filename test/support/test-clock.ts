/** The present as a test says it is: it began when the test file did, and moves only when told to. */
export class TestClock {
  private nowMs = Date.now();

  milliseconds(): number {
    return this.nowMs;
  }

  forward(seconds: number): void {
    this.nowMs += seconds * 1000;
  }
}
