/** Collects the values of a statement's parameters and gives their places. */
export class Parameters {
  constructor(readonly values: unknown[]) {}

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
