import { Invalid, type Fault } from './errors.js';

/** Gathers what is wrong with a request, so that all of it is told at once (D-27). */
export class Faults {
  private readonly found: Fault[] = [];

  add(field: string, reason: string): void {
    this.found.push({ field, reason });
  }

  /** Adds only when there is a reason: what a rule's check gave. */
  addIf(field: string, reason: string | undefined): void {
    if (reason !== undefined) this.add(field, reason);
  }

  /** Whether this field has a fault: one per field is told. */
  has(field: string): boolean {
    return this.found.some((fault) => fault.field === field);
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** @throws Invalid with everything gathered, if anything was. */
  throwIfAny(): void {
    if (this.any) throw new Invalid(this.found);
  }
}

/** Whether a check gave a reason. */
export function isFault(checked: { field: string; reason: string | undefined }): checked is Fault {
  return checked.reason !== undefined;
}
