import { absoluteHost, hostTarget } from '../host-target.rules.js';
import { TARGET_NOT_VALID, type RecordType } from '../record-type.js';

/** The host and port of a service (RFC 2782), at the name `_service._protocol` (D-261). */
export const SRV: RecordType = {
  name: 'built',
  fields: [
    ['priority', 'required'],
    ['weight', 'required'],
    ['port', 'required'],
    ['service', 'required'],
    ['protocol', { default: 'tcp' }],
  ],
  target(target, { domain }) {
    if (target === '.') return { target, rdata: target };
    const rdata = hostTarget(target, domain);
    if (rdata === undefined) return TARGET_NOT_VALID;
    // The service stores and shows a relative target with its domain.
    const absolute = absoluteHost(rdata, domain);
    return { target: rdata.endsWith('.') ? target : absolute.slice(0, -1), rdata: absolute };
  },
};
