import { isLater } from '../serial.rules.js';
import type { ServedSerial } from './served-serials.js';

export const PROPAGATION_STATUSES = ['pending', 'live'] as const;
export type PropagationStatus = (typeof PROPAGATION_STATUSES)[number];

/**
 * The zone of a domain that nameservers serve: that of this service (`master`), that of its masters
 * (`slave`), or none (`disabled`).
 */
export type Propagated = 'master' | 'slave' | 'disabled';

/** The zone about which nameservers are asked. */
export interface PropagatedZone {
  readonly domain: string;
  readonly served: Propagated;
}

/**
 * `live` when all nameservers serve the serial of a change or a later one (RFC 1982, D-245). A
 * disabled domain is live when all nameservers answer that they do not have its zone. A slave is
 * live with any serial, because its serials are those of its masters.
 */
export function propagationStatus(
  served: Propagated,
  serial: number,
  answers: readonly Pick<ServedSerial, 'said'>[],
): PropagationStatus {
  const isLive = answers.every(({ said }) => {
    if (served === 'disabled') return said === 'no zone';
    return typeof said === 'number' && (served === 'slave' || !isLater(serial, said));
  });
  return answers.length > 0 && isLive ? 'live' : 'pending';
}
