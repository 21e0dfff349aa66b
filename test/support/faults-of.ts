import { Invalid, type Fault } from '../../src/shared/errors/errors.js';
import { Faults } from '../../src/shared/errors/faults.js';
import { checkedRequest } from '../../src/shared/validation/checked-request.js';
import type { Settings } from '../../src/shared/config/settings.js';

/** What a rule gathers. */
export function faultsOf(gather: (faults: Faults) => void): readonly Fault[] {
  const faults = new Faults();
  gather(faults);
  return thrownBy(() => faults.throwIfAny());
}

/** What is wrong with a body; nothing when its class accepts it. */
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
