import { characterStrings, textTarget } from '../rdata-text.rules.js';
import type { RecordType } from '../record-type.js';

/** Any text, taken literally, including quotes (RFC 1035 section 3.3.14). */
export const TXT: RecordType = {
  name: 'optional',
  fields: [],
  target: (target) => textTarget(target, characterStrings),
};
