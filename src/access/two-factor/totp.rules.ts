import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;

/** A new secret for authenticator apps: 32 base32 characters (D-77). */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Whether the text has the form of a code. Other texts don't count as attempts (D-78). */
export function isTotpForm(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

/**
 * The RFC 6238 time step of the code, at most one step from the present (D-77). Undefined when the
 * code is wrong.
 *
 * @param lastStep the step of the last accepted code. A code of this step or an earlier one is
 * wrong, so that a code works once (D-78).
 */
export function provenTotpStep(
  secret: string,
  code: string,
  nowMilliseconds: number,
  lastStep: number | null,
): number | undefined {
  if (!isTotpForm(code)) return undefined;
  const totp = new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });
  const delta = totp.validate({ token: code, timestamp: nowMilliseconds, window: 1 });
  if (delta === null) return undefined;
  const step = Math.floor(nowMilliseconds / 1000 / STEP_SECONDS) + delta;
  return lastStep !== null && step <= lastStep ? undefined : step;
}
