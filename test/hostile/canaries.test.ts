import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { iterations } from '../support/iterations.js';
import { startApp, type TestApp } from '../support/app.js';
import { query } from '../support/sql.js';
import { TextMessageReceiver } from '../support/text-message-receiver.js';
import { useSecrets, type Canaries } from './support/canary-scene.js';
import { exchange } from './support/raw-exchange.js';
import { report } from './support/seeded-run.js';
import { wellFormed } from './support/random-values.js';

const SECRETS = iterations('HOSTILE_SECRETS', 300);
const MOST_MS_A_SECRET = 2_000;

let receiver: TextMessageReceiver;
let app: TestApp;
const log: string[] = [];
beforeAll(async () => {
  receiver = await TextMessageReceiver.start();
  const logger = pino({ level: 'trace' }, { write: (line) => void log.push(line) });
  app = await startApp({ SMS_WEBHOOK_URL: receiver.url }, undefined, logger);
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

/** What a secret may look like where it must not be. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    ...new Set([
      secret,
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('hex'),
      encodeURIComponent(secret),
    ]),
  ];
}

/** Every row of every table, as text, bytes as they are. */
async function everyRow(): Promise<string> {
  const tables = await query(
    app,
    `SELECT quote_ident(relname) AS name FROM pg_class
      WHERE relkind IN ('r', 'p', 'm') AND relnamespace = 'public'::regnamespace`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    for (const row of await query(app, `SELECT * FROM ${name as string}`)) {
      for (const value of Object.values(row)) texts.push(...readings(value));
    }
  }
  return texts.join('\n');
}

function readings(value: unknown): string[] {
  if (Buffer.isBuffer(value)) return [value.toString('latin1'), value.toString('hex')];
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}

function secretsIn(text: string, canaries: readonly Canaries[]): string[] {
  return canaries
    .flatMap(({ secrets }) => secrets)
    .filter((secret) => spellings(secret).some((spelling) => text.includes(spelling)));
}

it(
  `[D-49] of ${SECRETS} secrets, each used rightly and wrongly, none is in the log, the metrics, an error, an event or the database`,
  async () => {
    const canaries: Canaries[] = [];
    let count = 0;
    while (count < SECRETS) {
      const made = await useSecrets(app, receiver);
      canaries.push(made);
      count += made.secrets.length + made.codes.length;
      // Limits by address would else stop the next ones.
      app.clock.forward(901);
    }
    report(`${count} secrets of ${canaries.length} accounts`);
    const stored = await everyRow();
    const refusals = canaries.flatMap(({ refusals }) => refusals);
    const events = await Promise.all(canaries.map(({ client }) => client.get('/account/events')));
    const metrics = await app.app.get(Registry).metrics();
    const said = JSON.stringify([...refusals, ...events].map(({ body }) => body as unknown));

    // What is looked through holds what it should.
    expect(refusals.filter(({ status }) => status < 400)).toEqual([]);
    expect(log.some((line) => line.includes('/v4/profile/phone-number/verify'))).toBe(true);
    const token = canaries[0]!.secrets[0]!;
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    expect(secretsIn(`x ${token} x`, canaries)).toEqual([token]);

    expect(secretsIn(stored, canaries)).toEqual([]);
    expect(secretsIn(log.join('\n'), canaries)).toEqual([]);
    expect(secretsIn(metrics, canaries)).toEqual([]);
    // A scope that is refused, and a word where a number should be, are not repeated either.
    expect(secretsIn(said, canaries)).toEqual([]);
    const codes = canaries.flatMap((one) => one.codes);
    const alone = (text: string) =>
      codes.filter((code) => new RegExp(`(?<![0-9a-zA-Z.])${code}(?![0-9a-zA-Z])`).test(text));
    expect(alone(said)).toEqual([]);
    expect(alone(log.join('\n'))).toEqual([]);
  },
  SECRETS * MOST_MS_A_SECRET,
);

it('a log line is a line of JSON, and nothing else, whatever is asked', async () => {
  log.length = 0;
  const { port } = new URL(app.url);
  const forged = '{"level":30,"msg":"forged"}';
  const nasty = ['\x1b[2J', '\x9b2J', '\x7f', '\xe2\x80\xa8', '"}\\n', '%0d%0a', '\ud800', forged];
  const requests = nasty.flatMap((text) => [
    `GET /v4/vpcs/${encodeURIComponent(wellFormed(text))} HTTP/1.1\r\nHost: x\r\ntraceparent: ${text}\r\nUser-Agent: ${text}\r\n\r\n`,
    `GET /v4/${text.replace(/[^\x21-\x7e]/g, '')}%0a${forged.replaceAll('"', '%22')} HTTP/1.1\r\nHost: ${text}\r\nX-Forwarded-For: ${text}\r\n\r\n`,
    `POST /login HTTP/1.1\r\nHost: x\r\nCookie: login=${text}\r\nContent-Length: 20\r\n\r\nstep=password&name=%0a`,
    `${text} HTTP/1.1\r\n\r\n`,
  ]);
  await Promise.all(requests.map((request) => exchange(Number(port), Buffer.from(request, 'latin1'))));
  expect(log.length).toBeGreaterThan(nasty.length);
  for (const line of log) {
    expect(line.endsWith('\n')).toBe(true);
    // eslint-disable-next-line no-control-regex
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' });
  }
});
