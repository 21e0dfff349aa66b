import { randomInt, timingSafeEqual } from 'node:crypto';

const DIGITS = 6;
const MAX_WRONG_TRIES = 5;

/** A code as far as its validity goes. */
export interface PhoneCodeFacts {
  /** UTC, as PostgreSQL writes it. */
  readonly expiry: string;
  readonly wrongTries: number;
}

/** A new code of six digits (D-83). */
export function newPhoneCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

/** Whether the code may still be used: neither expired nor void by wrong tries (D-83). */
export function isLive({ expiry, wrongTries }: PhoneCodeFacts, nowMilliseconds: number): boolean {
  return wrongTries < MAX_WRONG_TRIES && new Date(expiry).getTime() > nowMilliseconds;
}

/** Whether the typed code is the one that was sent, told in constant time. */
export function isSameCode(code: string, typed: string): boolean {
  const [one, other] = [Buffer.from(code), Buffer.from(typed)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The text that carries the code. */
export function phoneCodeText(serviceName: string, code: string): string {
  return `${code} is your ${serviceName} verification code. Do not share it.`;
}
