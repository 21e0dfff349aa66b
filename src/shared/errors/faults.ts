import type { Code } from './catalogue.js';
import { fault, Invalid, type Fault } from './errors.js';
import { expecting, type DetailsOf, type Reason } from './reason.js';

/** Collects the faults of a request, so that one response reports all of them (D-27). */
export class Faults {
  private readonly found: Fault[] = [];

  /**
   * @param schemas the schemas of fields that no request class checks; reported with an invalid
   * value (D-278)
   */
  constructor(private readonly schemas: Readonly<Record<string, object>> = {}) {}

  add<C extends Code>(field: string, code: C, ...details: DetailsOf<C>): void {
    this.addIf(field, fault(field, code, ...details));
  }

  /** Adds the result of a check. Without a reason, adds nothing. */
  addIf(field: string, reason: Reason | undefined): void {
    if (reason !== undefined) this.found.push({ ...expecting(reason, this.schemas[field]), field });
  }

  /** Whether this field has a fault. Each field reports at most one. */
  has(field: string): boolean {
    return this.found.some((fault) => fault.field === field);
  }

  get all(): readonly Fault[] {
    return this.found;
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** @throws Invalid with all collected faults, if there are any */
  throwIfAny(): void {
    if (this.any) throw new Invalid(this.found);
  }
}
