/** The present as a test says it is: the real one, moved. */
export class TestClock {
  private offsetMs = 0;

  milliseconds(): number {
    return Date.now() + this.offsetMs;
  }

  forward(seconds: number): void {
    this.offsetMs += seconds * 1000;
  }
}
