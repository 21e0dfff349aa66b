import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './app.js';
import type { Client } from './client.js';
import { done } from './makers.js';

const STEP_SECONDS = 30;

/** The code that an authenticator app shows, this many time steps after the service's present. */
export function totpCode(app: TestApp, secret: string, steps = 0): string {
  const timestamp = app.clock.milliseconds() + steps * STEP_SECONDS * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** A code of six digits that no step near the present has. */
export function wrongCode(app: TestApp, secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => totpCode(app, secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!;
}

export async function answerSecurityQuestions(client: Client): Promise<void> {
  const security_questions = [1, 2, 3].map((question_id) => ({ question_id, response: 'an answer' }));
  done(await client.post('/profile/security-questions', { security_questions }));
}

/** Answers the questions and asks for a secret. @returns the secret. */
export async function issueSecret(client: Client): Promise<string> {
  await answerSecurityQuestions(client);
  return done(await client.post('/profile/tfa-enable')).secret;
}

/** Turns two-factor authentication on. @returns the secret and the scratch code. */
export async function enableTwoFactor(
  app: TestApp,
  client: Client,
): Promise<{ secret: string; scratch: string }> {
  const secret = await issueSecret(client);
  const { scratch } = done(
    await client.post('/profile/tfa-enable-confirm', { tfa_code: totpCode(app, secret) }),
  );
  return { secret, scratch };
}

/** As `enableTwoFactor`, and moves on to the next code: the one that turned it on is spent. */
export async function turnOnTwoFactor(app: TestApp, client: Client) {
  const enabled = await enableTwoFactor(app, client);
  app.clock.forward(STEP_SECONDS);
  return enabled;
}
