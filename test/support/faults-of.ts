import { Invalid, type Fault } from '../../src/shared/errors/errors.js';
import { Faults } from '../../src/shared/errors/faults.js';
import { checkedRequest } from '../../src/shared/validation/checked-request.js';
import type { Settings } from '../../src/shared/config/settings.js';

/** The faults that a rule adds. */
export function faultsOf(gather: (faults: Faults) => void): readonly Fault[] {
  const faults = new Faults();
  gather(faults);
  return thrownBy(() => faults.throwIfAny());
}

/** The faults of a body; empty when its class accepts it. */
export function faultsOfBody(of: new () => object, body: object, settings: Settings): readonly Fault[] {
  return thrownBy(() => checkedRequest(of, body, settings));
}

function thrownBy(check: () => unknown): readonly Fault[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Invalid) return error.faults;
    throw error;
  }
}
