import { characterStrings, textReason } from '../rdata-text.rules.js';
import type { RecordType } from '../record-type.js';

/** Any text, taken literally, including quotes (RFC 1035 section 3.3.14). */
export const TXT: RecordType = {
  name: 'optional',
  fields: [],
  target: (target) => textReason(target) ?? { target, rdata: characterStrings(target) },
};
