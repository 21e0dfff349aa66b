import { ADDRESS } from './address.js';

/** An IPv6 address (RFC 3596 section 2), shown as sent. */
export const AAAA = ADDRESS;
