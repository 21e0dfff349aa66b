/** Of a name in wire format (RFC 1035 section 2.3.4). */
const MAX_NAME_OCTETS = 255;
/** A name has at most 127 labels, so that more pointers serve no purpose. */
const MAX_POINTERS = 127;

/** An octet that a label in presentation format shows with a backslash. */
const ESCAPED = /[^\x21-\x7e]|[.\\]/;

/** The labels from one offset of a message to the root. */
interface Decoded {
  /** In presentation format, `''` for the root. */
  readonly text: string;
  readonly octets: number;
  readonly pointers: number;
  /** The offset after it. */
  readonly end: number;
}

/** The targets of a message's pointers. Many names may end in one chain, which is decoded once. */
const TARGETS = new WeakMap<Buffer, Map<number, Decoded>>();

/**
 * Decodes the name at `start` (RFC 1035 sections 3.1 and 4.1.4).
 * @returns the name in presentation format without the final period, `.` for the root; and the
 * offset after it
 * @throws Error when the name is not well formed, or has too many pointers
 */
export function nameAt(message: Buffer, start: number): { name: string; end: number } {
  const { text, end } = decodedAt(message, start, 0);
  return { name: text || '.', end };
}

/** @param followed the number of pointers so far */
function decodedAt(message: Buffer, start: number, followed: number): Decoded {
  const labels: string[] = [];
  let [offset, octets] = [start, 0];
  for (;;) {
    const length = message.readUInt8(offset);
    if (length === 0) return { text: labels.join('.'), octets, pointers: 0, end: offset + 1 };
    if (length >= 0xc0) {
      const rest = targetAt(message, pointerAt(message, offset), followed + 1);
      const pointers = rest.pointers + 1;
      if (pointers > MAX_POINTERS) throw new Error('a name with too many pointers');
      octets += rest.octets;
      if (octets >= MAX_NAME_OCTETS) throw new Error('a name that is too long');
      const text = [...labels, ...(rest.text === '' ? [] : [rest.text])].join('.');
      return { text, octets, pointers, end: offset + 2 };
    }
    octets += length + 1;
    if (length > 63 || octets >= MAX_NAME_OCTETS) throw new Error('a name that is too long');
    if (offset + 1 + length > message.length) throw new Error('a name that ends after its message');
    labels.push(presentLabel(message.toString('latin1', offset + 1, offset + 1 + length)));
    offset += 1 + length;
  }
}

function targetAt(message: Buffer, start: number, followed: number): Decoded {
  if (followed > MAX_POINTERS) throw new Error('a name with too many pointers');
  let targets = TARGETS.get(message);
  if (!targets) TARGETS.set(message, (targets = new Map<number, Decoded>()));
  let target = targets.get(start);
  if (!target) targets.set(start, (target = decodedAt(message, start, followed)));
  return target;
}

/** Reads a pointer. It must point backwards, so that no chain of pointers is endless. */
function pointerAt(message: Buffer, offset: number): number {
  const target = message.readUInt16BE(offset) & 0x3fff;
  if (target >= offset) throw new Error('a pointer that does not lead backwards');
  return target;
}

/**
 * Returns a label in presentation format (RFC 1035 section 5.1).
 * @param label one character per octet
 */
export function presentLabel(label: string): string {
  // Almost every label has none of them.
  if (!ESCAPED.test(label)) return label;
  return label.replace(new RegExp(ESCAPED, 'g'), (octet) =>
    octet === '.' || octet === '\\' ? `\\${octet}` : `\\${String(octet.charCodeAt(0)).padStart(3, '0')}`,
  );
}
