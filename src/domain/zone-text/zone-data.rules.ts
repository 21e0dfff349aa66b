import type { RecordTypeName } from '../records/record-type.js';
import type { Token } from './zone-entries.rules.js';
import { absoluteName, unescaped } from './zone-names.rules.js';

type Reader = (tokens: readonly Token[], origin: string) => unknown;

const NUMBER = /^\d{1,5}$/;
/** The first word of data in the form for unknown types (RFC 3597 section 5). */
const GENERIC = '\\#';

/** Reads one token as text. */
const text: Reader = ([only, ...more]) => (only && more.length === 0 ? unescaped(only.text) : undefined);

/** Reads one token as a name; `.` is the root. */
const name: Reader = ([only, ...more], origin) => {
  const found = only && more.length === 0 ? absoluteName(only.text, origin) : undefined;
  return found === '' ? '.' : found;
};

const READERS: Readonly<Record<RecordTypeName, Reader>> = {
  A: text,
  AAAA: text,
  NS: name,
  CNAME: name,
  PTR: name,
  MX: ([preference, ...host], origin) => {
    return complete({ preference: numberOf(preference), exchange: name(host, origin) });
  },
  TXT: (tokens) => {
    const strings = tokens.map((token) => unescaped(token.text));
    return strings.length === 0 || strings.includes(undefined)
      ? undefined
      : strings.map((string) => Buffer.from(string!, 'latin1'));
  },
  SRV: ([priority, weight, port, ...host], origin) =>
    complete({
      priority: numberOf(priority),
      weight: numberOf(weight),
      port: numberOf(port),
      target: name(host, origin),
    }),
  CAA: ([flags, tag, ...value]) =>
    complete({ flags: numberOf(flags), tag: tag?.text, value: text(value, '') }),
  DS: ([keyTag, algorithm, digestType, ...digest]) =>
    digest.length === 0
      ? undefined
      : [keyTag, algorithm, digestType, { text: digest.map((part) => part.text).join('') }]
          .map((token) => token!.text)
          .join(' '),
};

/**
 * Reads the data of a record.
 * @returns the form that a zone transfer has (`dns-data.ts`); undefined for invalid data, and for
 * data in the form for unknown types, which would be another text in a TXT record
 */
export function dataOfText(type: RecordTypeName, tokens: readonly Token[], origin: string): unknown {
  const [first] = tokens;
  if (first?.text === GENERIC && !first.isQuoted) return undefined;
  return READERS[type](tokens, origin);
}

function numberOf(token: Token | undefined): number | undefined {
  return token && NUMBER.test(token.text) ? Number(token.text) : undefined;
}

/** @returns undefined when a member is undefined */
function complete(members: Readonly<Record<string, unknown>>): object | undefined {
  return Object.values(members).includes(undefined) ? undefined : members;
}
