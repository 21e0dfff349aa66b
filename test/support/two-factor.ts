import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './app.js';
import type { Client } from './client.js';
import { done } from './makers.js';

const STEP_SECONDS = 30;

/** Turns two-factor authentication on, and moves on to the next code. @returns the secret and the scratch code. */
export async function turnOnTwoFactor(app: TestApp, client: Client) {
  const answers = [1, 2, 3].map((id) => ({ question_id: id, response: `answer ${id}` }));
  done(await client.post('/profile/security-questions', { security_questions: answers }));
  const { secret } = done(await client.post('/profile/tfa-enable'));
  const { scratch } = done(
    await client.post('/profile/tfa-enable-confirm', { tfa_code: codeOf(app, secret) }),
  );
  app.clock.forward(STEP_SECONDS);
  return { secret: secret as string, scratch: scratch as string };
}

/** The code that an authenticator app shows now. */
export function codeOf(app: TestApp, secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.milliseconds() });
}
