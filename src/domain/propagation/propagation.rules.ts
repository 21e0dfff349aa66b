import { isLater } from '../serial.rules.js';
import type { ServedSerial } from './served-serials.js';

export const PROPAGATION_STATUSES = ['pending', 'live'] as const;
export type PropagationStatus = (typeof PROPAGATION_STATUSES)[number];

/** The zone that is asked for. */
export interface PropagatedZone {
  readonly domain: string;
  /** Whether nameservers are to have it: no disabled domain, and no slave. */
  readonly isServed: boolean;
}

/**
 * Whether all nameservers show a change (D-245): they serve its serial or a later one (RFC 1982), or say that they do not have a
 * zone that is not to be served.
 */
export function propagationStatus(
  { isServed }: Pick<PropagatedZone, 'isServed'>,
  serial: number,
  served: readonly Pick<ServedSerial, 'said'>[],
): PropagationStatus {
  const isShown = ({ said }: Pick<ServedSerial, 'said'>) =>
    isServed ? typeof said === 'number' && !isLater(serial, said) : said === 'no zone';
  return served.length > 0 && served.every(isShown) ? 'live' : 'pending';
}
