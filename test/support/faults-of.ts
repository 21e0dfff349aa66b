import { Invalid, type Fault } from '../../src/shared/errors/errors.js';
import { Faults } from '../../src/shared/errors/faults.js';
import { checkedRequest } from '../../src/shared/validation/checked-request.js';
import type { Settings } from '../../src/shared/config/settings.js';

/** A fault as the error body shows it. */
export type ShownFault = Pick<Fault, 'field' | 'reason'>;

/** The faults that a rule adds. */
export function faultsOf(gather: (faults: Faults) => void): readonly ShownFault[] {
  const faults = new Faults();
  gather(faults);
  return thrownBy(() => faults.throwIfAny());
}

/** The faults of a body; empty when its class accepts it. */
export function faultsOfBody(of: new () => object, body: object, settings: Settings): readonly ShownFault[] {
  return thrownBy(() => checkedRequest(of, body, settings));
}

function thrownBy(check: () => unknown): readonly ShownFault[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Invalid) return shownFaults(error.faults);
    throw error;
  }
}

export function shownFaults(faults: readonly Fault[]): readonly ShownFault[] {
  return faults.map(({ field, reason }) => ({ field, reason }));
}
