import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeToken, type TestAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';
import { TextMessageReceiver } from '../../support/text-message-receiver.js';

const REFUSED = refusal('otp_code', 'Invalid verification code.');
const NOT_SENT = refusal('phone_number', 'The message could not be sent.');

let receiver: TextMessageReceiver;
let app: TestApp;
beforeAll(async () => {
  receiver = await TextMessageReceiver.start();
  app = await startApp({ SMS_WEBHOOK_URL: receiver.url });
});
beforeEach(() => (receiver.status = 200));
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

let last = 5_550_000;
/** A number that no other test uses. */
const newNumber = () => `+1555${++last}`;

const send = (client: Client, phone_number: string, iso_code = 'US') =>
  client.post('/profile/phone-number', { iso_code, phone_number });
const verify = (client: Client, otp_code: unknown) =>
  client.post('/profile/phone-number/verify', { otp_code });
const verified = async (client: Client) => (await client.get('/profile')).body.verified_phone_number;
/** Another code of six digits. */
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe('POST /profile/phone-number', () => {
  it('[D-81] [D-83] sends six digits to the number in E.164, and does not verify the number yet', async () => {
    const { client } = await makeAccount(app);
    const number = newNumber();
    expect(await send(client, number.slice(2), 'us')).toMatchObject({ status: 200, body: {} });
    expect(receiver.to(number)).toEqual([{ to: number, text: expect.stringMatching(/^\d{6} /) }]);
    expect(await verified(client)).toBeNull();
  });

  it('[Profile rule 4] sends the same code again', async () => {
    const { client } = await makeAccount(app);
    const number = newNumber();
    for (let time = 0; time < 3; time++) expect((await send(client, number)).status).toBe(200);
    const texts = receiver.to(number).map(({ text }) => text);
    expect(texts).toHaveLength(3);
    expect(new Set(texts).size).toBe(1);
  });

  it.each([
    [
      '[D-81] a number that is none',
      { iso_code: 'US', phone_number: '12' },
      'phone_number',
      'Not a valid phone number',
    ],
    [
      '[D-81] a number of another country',
      { iso_code: 'US', phone_number: '+442079460958' },
      'phone_number',
      'Not a valid phone number',
    ],
    [
      '[D-81] a long text',
      { iso_code: 'US', phone_number: '5'.repeat(101) },
      'phone_number',
      'Not a valid phone number',
    ],
    [
      '[D-81] a country that is none',
      { iso_code: 'XX', phone_number: '5555555555' },
      'iso_code',
      'iso_code is not valid',
    ],
    [
      '[D-10] a number as a number',
      { iso_code: 'US', phone_number: 5555555555 },
      'phone_number',
      'phone_number is not valid',
    ],
    ['no number', { iso_code: 'US' }, 'phone_number', 'phone_number is required'],
    ['no country', { phone_number: '5555555555' }, 'iso_code', 'iso_code is required'],
  ])('refuses %s', async (_, body, field, reason) => {
    const { client } = await makeAccount(app);
    expect(await client.post('/profile/phone-number', body)).toMatchObject({
      status: 400,
      body: refusal(field, reason),
    });
  });

  it('[D-82] is refused while a number is verified', async () => {
    const { client } = await makeAccount(app);
    const number = newNumber();
    await send(client, number);
    done(await verify(client, receiver.codeFor(number)));
    expect(await send(client, newNumber())).toMatchObject({
      status: 400,
      body: refusal('phone_number', 'Delete the verified phone number before verifying another.'),
    });
  });

  it.each([400, 500, 302])(
    '[D-83] when the webhook answers %i: 503, and no code counts as sent',
    async (status) => {
      const { client } = await makeAccount(app);
      const number = newNumber();
      receiver.status = status;
      const answer = await send(client, number);
      expect(answer).toMatchObject({ status: 503, body: NOT_SENT });
      expect(answer.headers.get('Retry-After')).not.toBeNull();
      expect(await verify(client, receiver.codeFor(number))).toMatchObject({ status: 400, body: REFUSED });
      receiver.status = 200;
      expect((await send(client, number)).status).toBe(200);
      expect((await verify(client, receiver.codeFor(number))).status).toBe(200);
    },
  );

  it('[D-83] a failed delivery to another number keeps the code that was sent before', async () => {
    const { client } = await makeAccount(app);
    const number = newNumber();
    await send(client, number);
    receiver.status = 500;
    expect((await send(client, newNumber())).status).toBe(503);
    expect((await verify(client, receiver.codeFor(number))).status).toBe(200);
    expect(await verified(client)).toBe(number);
  });

  it('[D-49] stores the code encrypted, and no event contains it', async () => {
    const { client, uid } = await makeAccount(app);
    const number = newNumber();
    await send(client, number);
    const code = receiver.codeFor(number);
    const [row] = await query(
      app,
      `SELECT encode(code, 'escape') AS text FROM phone_codes WHERE user_id = $1`,
      [uid],
    );
    expect(row!.text).not.toContain(code);
    expect(await query(app, 'SELECT action FROM events WHERE user_id = $1', [uid])).toEqual([]);
  });

  it('[D-30] needs account:read_write', async () => {
    const { username } = await makeAccount(app);
    const client = await makeToken(app, username, 'account:read_only');
    expect((await send(client, newNumber())).status).toBe(403);
    expect((await verify(client, '123456')).status).toBe(403);
    expect((await client.delete('/profile/phone-number')).status).toBe(403);
  });
});

describe('POST /profile/phone-number/verify', () => {
  it('assigns the number, and records the event', async () => {
    const { client, uid } = await makeAccount(app);
    const number = newNumber();
    await send(client, number);
    expect(await verify(client, receiver.codeFor(number))).toMatchObject({ status: 200, body: {} });
    expect(await verified(client)).toBe(number);
    expect(await query(app, 'SELECT action FROM events WHERE user_id = $1', [uid])).toEqual([
      { action: 'profile_update' },
    ]);
  });

  it('[D-83] a code works once', async () => {
    const { client } = await makeAccount(app);
    const number = newNumber();
    await send(client, number);
    const code = receiver.codeFor(number);
    done(await verify(client, code));
    await client.delete('/profile/phone-number');
    expect(await verify(client, code)).toMatchObject({ status: 400, body: REFUSED });
  });

  it('[Profile rule 4] works only for the user who asked', async () => {
    const account: TestAccount = await makeAccount(app);
    const other = await makeRestricted(app, account);
    const number = newNumber();
    await send(account.client, number);
    const code = receiver.codeFor(number);
    expect(await verify(other.client, code)).toMatchObject({ status: 400, body: REFUSED });
    expect((await verify(account.client, code)).status).toBe(200);
  });

  it('[D-83] a code for another number voids the earlier code', async () => {
    const { client } = await makeAccount(app);
    const [one, two] = [newNumber(), newNumber()];
    await send(client, one);
    await send(client, two);
    const codes = [receiver.codeFor(one), receiver.codeFor(two)];
    if (codes[0] !== codes[1])
      expect(await verify(client, codes[0])).toMatchObject({ status: 400, body: REFUSED });
    done(await verify(client, codes[1]));
    expect(await verified(client)).toBe(two);
  });

  it('[D-83] five wrong attempts void the code, and sending makes a new code', async () => {
    const { client } = await makeAccount(app);
    const number = newNumber();
    await send(client, number);
    const code = receiver.codeFor(number);
    for (let time = 0; time < 5; time++) expect((await verify(client, wrong(code))).status).toBe(400);
    expect(await verify(client, code)).toMatchObject({ status: 400, body: REFUSED });
    await send(client, number);
    expect((await verify(client, receiver.codeFor(number))).status).toBe(200);
  });

  it('[D-83] four wrong attempts do not void the code', async () => {
    const { client } = await makeAccount(app);
    const number = newNumber();
    await send(client, number);
    const code = receiver.codeFor(number);
    for (let time = 0; time < 4; time++) expect((await verify(client, wrong(code))).status).toBe(400);
    expect((await verify(client, code)).status).toBe(200);
  });

  it.each([
    ['none sent', '123456', 'Invalid verification code.'],
    ['empty', '', 'Invalid verification code.'],
    ['a number', 123456, 'otp_code is not valid'],
    ['absent', undefined, 'otp_code is required'],
  ])('refuses a code: %s', async (_, code, reason) => {
    const { client } = await makeAccount(app);
    expect(await verify(client, code)).toMatchObject({ status: 400, body: refusal('otp_code', reason) });
  });
});

describe('DELETE /profile/phone-number', () => {
  it('[D-84] removes the number, and records the event once', async () => {
    const { client, uid } = await makeAccount(app);
    const number = newNumber();
    await send(client, number);
    await verify(client, receiver.codeFor(number));
    for (let time = 0; time < 2; time++) {
      expect(await client.delete('/profile/phone-number')).toMatchObject({ status: 200, body: {} });
    }
    expect(await verified(client)).toBeNull();
    expect(await query(app, 'SELECT action FROM events WHERE user_id = $1', [uid])).toHaveLength(2);
  });

  it('[D-84] [D-192] voids a pending code, without an event', async () => {
    const { client, uid } = await makeAccount(app);
    const number = newNumber();
    await send(client, number);
    expect((await client.delete('/profile/phone-number')).status).toBe(200);
    expect(await verify(client, receiver.codeFor(number))).toMatchObject({ status: 400, body: REFUSED });
    expect(await query(app, 'SELECT action FROM events WHERE user_id = $1', [uid])).toEqual([]);
  });
});

describe('time and phone verification', () => {
  let own: TestApp;
  beforeAll(async () => (own = await startApp({ SMS_WEBHOOK_URL: receiver.url })));
  afterAll(() => own.close());

  it('[Profile rule 4] a code is valid for ten minutes from the first send', async () => {
    const [early, late] = [(await makeAccount(own)).client, (await makeAccount(own)).client];
    const numbers = [newNumber(), newNumber()];
    await send(early, numbers[0]!);
    await send(late, numbers[1]!);
    own.clock.forward(590);
    await send(late, numbers[1]!);
    expect(receiver.to(numbers[1]!).map(({ text }) => text)).toEqual(
      Array(2).fill(receiver.to(numbers[1]!)[0]!.text),
    );
    expect((await verify(early, receiver.codeFor(numbers[0]!))).status).toBe(200);
    own.clock.forward(11);
    expect(await verify(late, receiver.codeFor(numbers[1]!))).toMatchObject({ status: 400, body: REFUSED });
  });

  it('[D-23] a user can send ten codes an hour; the next is refused until the hour has passed', async () => {
    const { client } = await makeAccount(own);
    for (let time = 0; time < 10; time++) expect((await send(client, newNumber())).status).toBe(200);
    const limited = await send(client, newNumber());
    expect(limited).toMatchObject({ status: 429, body: refusal('', 'Too many requests') });
    own.clock.forward(Number(limited.headers.get('Retry-After')));
    expect((await send(client, newNumber())).status).toBe(200);
  });

  it('[D-23] [D-197] a number can receive twenty codes an hour from all users; failed deliveries count', async () => {
    const number = newNumber();
    receiver.status = 500;
    for (let user = 0; user < 2; user++) {
      const { client } = await makeAccount(own);
      for (let time = 0; time < 10; time++) expect((await send(client, number)).status).toBe(503);
    }
    const { client } = await makeAccount(own);
    expect((await send(client, number)).status).toBe(429);
    receiver.status = 200;
    expect((await send(client, newNumber())).status).toBe(200);
  });

  it('[SMS_WEBHOOK_URL] sending answers 503 without a webhook on an external database', async () => {
    const bare = await startApp({ DATABASE_URL: own.databaseUrl }, own);
    const { client } = await makeAccount(bare);
    expect(await send(client, newNumber())).toMatchObject({ status: 503, body: NOT_SENT });
    await bare.close();
  });
});
