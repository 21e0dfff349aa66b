import { randomInt, timingSafeEqual } from 'node:crypto';

const DIGITS = 6;
export const MAX_WRONG_ATTEMPTS = 5;

/** The facts that decide whether a code is live. */
interface PhoneCodeFacts {
  readonly expiry: Date;
  readonly wrongAttempts: number;
}

/** A new code of six digits (D-83). */
export function newPhoneCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

/**
 * Whether the code is live: it has not expired, and has had fewer than the maximum of wrong
 * attempts (D-83).
 */
export function isLive({ expiry, wrongAttempts }: PhoneCodeFacts, nowMilliseconds: number): boolean {
  return wrongAttempts < MAX_WRONG_ATTEMPTS && expiry.getTime() > nowMilliseconds;
}

/** Compares in constant time. */
export function isSameCode(code: string, typed: string): boolean {
  const [one, other] = [Buffer.from(code), Buffer.from(typed)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function phoneCodeText(serviceName: string, code: string): string {
  return `${code} is your ${serviceName} verification code. Do not share it.`;
}
