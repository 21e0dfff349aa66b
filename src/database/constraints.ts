import type { ServiceError } from '../shared/errors/errors.js';

/**
 * What the violation of each constraint tells the caller, by the constraint's name: the same fault that the check in
 * code gives first (D-21). Each area lists its own in its `x.area.ts`.
 */
export type ConstraintErrors = Readonly<Record<string, () => ServiceError>>;

/** The injection token of `ConstraintErrors`. */
export const CONSTRAINTS = Symbol('ConstraintErrors');
