/** Collects the values of a statement's parameters, and returns their placeholders. */
export class Parameters {
  constructor(readonly values: unknown[]) {}

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
