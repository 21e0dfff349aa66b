/** Random numbers that repeat for the same seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** At least 0, less than `below`. */
  int(below: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.int(items.length)]!;
  }
}
