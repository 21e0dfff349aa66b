import fc from 'fast-check';
import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { done, makeAccount } from '../../support/makers.js';
import { TextMessageReceiver } from '../../support/text-message-receiver.js';

let receiver: TextMessageReceiver;
let app: TestApp;
let client: Client;
let sshKeyId: number;
let tokenId: number;
beforeAll(async () => {
  receiver = await TextMessageReceiver.start();
  app = await startApp({ SMS_WEBHOOK_URL: receiver.url });
  ({ client } = await makeAccount(app));
  sshKeyId = done(await client.post('/profile/sshkeys', { ssh_key: 'ssh-rsa AAAA' })).id;
  tokenId = done(await client.post('/profile/tokens')).id;
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

const TEXTS = [
  '',
  '\0',
  '\ud800',
  '*',
  'GMT',
  'US',
  'ssh-rsa AAAA',
  '5555555555',
  '2099-01-01T00:00:00',
  '__proto__',
  'x'.repeat(20_000),
];
const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [null], [[]], ...TEXTS),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);

/** Objects that have some of the keys, with values of any kind. */
const bodyWith = (keys: readonly string[]) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] });

const answers = fc.record({
  security_questions: fc.oneof(
    value,
    fc.array(fc.oneof(value, bodyWith(['question_id', 'response'])), { maxLength: 4 }),
  ),
});

const ENDPOINTS: [method: string, path: () => string, body: fc.Arbitrary<unknown>][] = [
  [
    'PUT',
    () => '/profile',
    bodyWith([
      'authorized_keys',
      'email',
      'email_notifications',
      'ip_whitelist_enabled',
      'lish_auth_method',
      'restricted',
      'timezone',
      'two_factor_auth',
    ]),
  ],
  ['POST', () => '/profile/tokens', bodyWith(['expiry', 'label', 'scopes'])],
  ['PUT', () => `/profile/tokens/${tokenId}`, bodyWith(['label'])],
  ['POST', () => '/profile/sshkeys', bodyWith(['label', 'ssh_key'])],
  ['PUT', () => `/profile/sshkeys/${sshKeyId}`, bodyWith(['label'])],
  ['PUT', () => '/profile/preferences', bodyWith(['a', '__proto__', 'constructor'])],
  ['POST', () => '/profile/security-questions', answers],
  ['POST', () => '/profile/phone-number', bodyWith(['iso_code', 'phone_number'])],
  ['POST', () => '/profile/phone-number/verify', bodyWith(['otp_code'])],
  ['POST', () => '/profile/tfa-enable-confirm', bodyWith(['tfa_code'])],
];

it.each(ENDPOINTS)(
  '%s of any body is done or refused with faults (endpoint %#)',
  async (method, path, body) => {
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const answer = await client.send(method, path(), sent);
        if (answer.status === 200 || answer.status === 429) return;
        expect(answer.status).toBe(400);
        expect(answer.body).toEqual({
          errors: expect.arrayContaining([{ field: expect.any(String), reason: expect.any(String) }]),
        });
        const fields = answer.body.errors.map(({ field }: { field: string }) => field);
        expect(new Set(fields).size).toBe(fields.length);
      }),
      { numRuns: 60 },
    );
  },
);
