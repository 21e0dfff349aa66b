import { dictionary } from '@zxcvbn-ts/language-common';

const MIN_LENGTH = 8;
/** A short sequence of characters, repeated. */
const REPEATED = /^(.{1,4}?)\1+$/su;
const SYMBOLS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The most frequent passwords of published breaches, in lower case. */
const COMMON = new Set(dictionary['passwords-common'].filter((word) => word.length >= MIN_LENGTH));

/**
 * Whether the password is common: breached (also with symbols around it), a repetition, or a
 * sequence.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return (
    COMMON.has(lower) ||
    COMMON.has(lower.replace(SYMBOLS_AROUND, '')) ||
    REPEATED.test(lower) ||
    isSequence(lower)
  );
}

/** `abcdefgh`, `87654321`. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  const steps = new Set(codes.slice(1).map((code, index) => code - codes[index]!));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
