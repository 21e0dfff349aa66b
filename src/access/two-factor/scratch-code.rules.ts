import { randomInt } from 'node:crypto';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A new scratch code, `xxxx-xxxx-xxxx-xxxx` in lower-case base32: 80 random bits (D-79). */
export function newScratchCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => BASE32[randomInt(BASE32.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Normalises the case and the surrounding spaces of a typed scratch code. Undefined when the text
 * is not one.
 */
export function typedScratchCode(text: string): string | undefined {
  const code = text.trim().toLowerCase();
  return /^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/.test(code) ? code : undefined;
}
