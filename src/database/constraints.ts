import type { ServiceError } from '../shared/errors/errors.js';

/**
 * The error for a violation of each constraint, by the constraint's name. It is the error that the
 * check in code throws first (D-21). Each area lists its constraints in its `x.area.ts`.
 */
export type ConstraintErrors = Readonly<Record<string, () => ServiceError>>;

/** The injection token of `ConstraintErrors`. */
export const CONSTRAINTS = Symbol('ConstraintErrors');
