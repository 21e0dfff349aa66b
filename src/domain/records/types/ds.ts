import { TARGET_NOT_VALID, type RecordType } from '../record-type.js';

// In presentation format; the digest may have spaces (RFC 4034 section 5.3).
const PRESENTATION = /^(\d{1,5})[ \t]+(\d{1,3})[ \t]+(\d{1,3})[ \t]+([0-9a-f][0-9a-f \t]*)$/i;
const MAX_KEY_TAG = 65_535;
const MAX_NUMBER = 255;
/** By digest type: SHA-1 (RFC 4034), SHA-256 (RFC 4509), SHA-384 (RFC 6605). */
const DIGEST_OCTETS: Readonly<Record<number, number>> = { 1: 20, 2: 32, 4: 48 };

/**
 * The digest of a key that signs the zone below (RFC 4034 section 5). The name needs NS records
 * that delegate that zone, so it is never the apex (D-293). The service shows the target as sent.
 */
export const DS: RecordType = {
  name: 'required',
  fields: [],
  target(target) {
    const [, tag, algorithmText, typeText, digits] = PRESENTATION.exec(target.trim()) ?? [];
    if (digits === undefined) return TARGET_NOT_VALID;
    const [keyTag, algorithm, digestType] = [Number(tag), Number(algorithmText), Number(typeText)];
    const areNumbers = keyTag <= MAX_KEY_TAG && algorithm <= MAX_NUMBER && digestType <= MAX_NUMBER;
    const digest = digits.replaceAll(/[ \t]/g, '').toUpperCase();
    const octets = DIGEST_OCTETS[digestType];
    const fits = octets === undefined ? digest.length % 2 === 0 : digest.length === 2 * octets;
    if (!areNumbers || !fits) return TARGET_NOT_VALID;
    return { target, rdata: `${keyTag} ${algorithm} ${digestType} ${digest}` };
  },
};
