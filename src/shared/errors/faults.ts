import type { Code } from './catalogue.js';
import { fault, Invalid, type Fault } from './errors.js';
import { expecting, type DetailsOf, type Reason } from './reason.js';

/** Gathers what is wrong with a request, so that all of it is told at once (D-27). */
export class Faults {
  private readonly found: Fault[] = [];

  /** @param schemas what fields may hold that no request class checks: told with a value that is not valid (D-278) */
  constructor(private readonly schemas: Readonly<Record<string, object>> = {}) {}

  add<C extends Code>(field: string, code: C, ...details: DetailsOf<C>): void {
    this.addIf(field, fault(field, code, ...details));
  }

  /** Adds only when there is a reason: what a rule's check gave. */
  addIf(field: string, reason: Reason | undefined): void {
    if (reason !== undefined) this.found.push({ ...expecting(reason, this.schemas[field]), field });
  }

  /** Whether this field has a fault: one per field is told. */
  has(field: string): boolean {
    return this.found.some((fault) => fault.field === field);
  }

  get all(): readonly Fault[] {
    return this.found;
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** @throws Invalid with everything gathered, if anything was. */
  throwIfAny(): void {
    if (this.any) throw new Invalid(this.found);
  }
}
