import { atFirstUse } from '../../shared/library-at-first-use.js';

const library = atFirstUse<typeof import('@zxcvbn-ts/language-common')>('@zxcvbn-ts/language-common');

const MIN_LENGTH = 8;
/** A short sequence of characters, repeated. */
const REPEATED = /^(.{1,4}?)\1+$/su;
const SYMBOLS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

let common: ReadonlySet<string> | undefined;

/**
 * Whether the password is common: breached (also with symbols around it), a repetition, or a
 * sequence.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  common ??= commonPasswords();
  return (
    common.has(lower) ||
    common.has(lower.replace(SYMBOLS_AROUND, '')) ||
    REPEATED.test(lower) ||
    isSequence(lower)
  );
}

/** The most frequent passwords of published breaches, in lower case. */
function commonPasswords(): ReadonlySet<string> {
  return new Set(library().dictionary['passwords-common'].filter((word) => word.length >= MIN_LENGTH));
}

/** `abcdefgh`, `87654321`. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  const steps = new Set(codes.slice(1).map((code, index) => code - codes[index]!));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
