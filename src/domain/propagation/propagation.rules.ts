import { isLater } from '../serial.rules.js';
import type { ServedSerial } from './served-serials.js';

export const PROPAGATION_STATUSES = ['pending', 'live'] as const;
export type PropagationStatus = (typeof PROPAGATION_STATUSES)[number];

/** What nameservers are to have of a domain: the zone of this service, that of its masters, or none. */
export type Propagated = 'master' | 'slave' | 'disabled';

/** The zone whose nameservers are asked. */
export interface PropagatedZone {
  readonly domain: string;
  readonly served: Propagated;
}

/**
 * Whether all nameservers show a change (D-245): they serve its serial or a later one (RFC 1982), or say that they do not have the
 * zone of a disabled domain. The serials of a slave are those of its masters, so that any serial shows that it is served.
 */
export function propagationStatus(
  served: Propagated,
  serial: number,
  answers: readonly Pick<ServedSerial, 'said'>[],
): PropagationStatus {
  const isShown = ({ said }: Pick<ServedSerial, 'said'>) => {
    if (served === 'disabled') return said === 'no zone';
    return typeof said === 'number' && (served === 'slave' || !isLater(serial, said));
  };
  return answers.length > 0 && answers.every(isShown) ? 'live' : 'pending';
}
