import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { packageRoot } from '../../src/shared/package-root.js';
import { PLATFORM_TOKEN } from '../support/app.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { makeUpload } from '../support/images.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { TextMessageReceiver } from '../support/text-message-receiver.js';
import { buildService, untilReady } from './programs.js';

/** Not among the dependencies: 220 packages, 116 MB, which only those who trace need (docs/operations.md, Tracing). */
const PACKAGE = '@opentelemetry/auto-instrumentations-node';
const VERSION = '0.81.2';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}
interface Exported {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}
interface Line {
  readonly requestId?: string;
  readonly trace_id?: string;
  readonly span_id?: string;
  readonly status?: number;
}

describe('the service under OpenTelemetry', () => {
  const spans: Span[] = [];
  let output = '';
  let collector: Server;
  let webhook: TextMessageReceiver;
  let database: TestDatabase;
  let folder: string;
  let service: ChildProcess;
  let account: TestAccount;
  let url: string;

  beforeAll(async () => {
    buildService();
    folder = makeTemporaryFolder();
    webhook = await TextMessageReceiver.start();
    database = await createEmptyDatabase();
    collector = createServer(async (request, response) => {
      const { resourceSpans } = (await json(request)) as Exported;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.setHeader('Content-Type', 'application/json').end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = spawn(
      process.execPath,
      ['--import', `${PACKAGE}/register`, join(packageRoot, 'dist/main.js')],
      // Node resolves --import from here.
      { cwd: installed(), env: settings(port), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    service.stdout!.on('data', (text) => (output += String(text)));
    await untilReady(url);
    account = await makeAccount({ url });
  }, 600_000);

  afterAll(async () => {
    const ended = once(service, 'exit');
    service.kill();
    await ended;
    collector.close();
    await webhook.stop();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  function settings(port: number): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      PLATFORM_TOKEN,
      DATA_DIR: folder,
      // The key stands for any credential in the webhook's address.
      SMS_WEBHOOK_URL: `${webhook.url}?key=webhook-secret`,
      OTEL_SERVICE_NAME: 'cloud-account-service',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_NODE_RESOURCE_DETECTORS: 'env',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
  }

  async function lineOf(answer: { readonly headers: Headers }): Promise<Line> {
    const id = answer.headers.get('x-request-id')!;
    for (;;) {
      const line = output.split('\n').find((one) => one.includes(`"requestId":"${id}"`));
      if (line) return JSON.parse(line) as Line;
      await setTimeout(20);
    }
  }

  async function spanOf({ span_id }: Line): Promise<Span> {
    for (;;) {
      const span = spans.find(({ spanId }) => spanId === span_id);
      if (span) return span;
      await setTimeout(20);
    }
  }

  it('exports a span per request in the caller’s trace, with its statements, and each line of the log names it', async () => {
    const answer = await account.client.get('/vpcs/1?page=1', { traceparent: TRACEPARENT });
    const line = await lineOf(answer);
    expect(line).toMatchObject({ trace_id: TRACE, status: 404 });
    expect(line).not.toHaveProperty('parent_id');
    const span = await spanOf(line);
    expect(span).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    expect(attribute(span, 'url.path')).toBe('/v4/vpcs/1');
    const below = () => spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name);
    while (!below().some((name) => name.startsWith('pg.query:access.'))) await setTimeout(20);
  });

  it('begins a trace of its own without a caller’s', async () => {
    const line = await lineOf(await account.client.get('/vpcs'));
    expect(line.trace_id).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect((await spanOf(line)).parentSpanId ?? '').toBe('');
  });

  it('sends its span’s place on to the text message webhook, once', async () => {
    const number = { iso_code: 'US', phone_number: '+15555551234' };
    const answer = await account.client.post('/profile/phone-number', number, { traceparent: TRACEPARENT });
    expect(answer.status).toBe(200);
    expect(webhook.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(webhook.headers.traceparent).not.toContain(PARENT);
  });

  it('shows no credential in a span or a line: tokens, upload addresses, sign-in’s parameters, what is written', async () => {
    const { address } = await makeUpload({ url }, account.client);
    const secret = new URL(address).pathname.split('/').at(-1)!;
    const calls = await Promise.all([
      fetch(address, { method: 'PUT', body: 'no gzip' }),
      fetch(`${url}/oauth/authorize?client_id=1&code=secret-code&state=secret-state`),
      fetch(`${url}/oauth/callback-of-somebody?code=secret-code`),
      fetch(`${url}/v4/vpcs/${account.client.token}?access_token=secret-code`),
      account.client.post('/profile/tokens', { label: 'secret-label' }),
      account.client.get('/profile', { 'X-Filter': '{"label":"secret-code"}' }),
    ]);
    const found = await Promise.all(calls.map(async (answer) => spanOf(await lineOf(answer))));
    expect(found.map((span) => attribute(span, 'url.path'))).toEqual([
      '/image-uploads/:address',
      '/oauth/authorize',
      'none',
      '/v4/vpcs/***',
      '/v4/profile/tokens',
      '/v4/profile',
    ]);
    const shown = `${JSON.stringify(spans)}${output}`;
    const created = (calls[4] as { body: { token: string } }).body.token;
    const code = webhook.codeFor('+15555551234');
    expect(code).toMatch(/^\d{6}$/);
    for (const credential of [secret, account.client.token!, created, 'webhook-secret', 'correct horse'])
      expect(shown).not.toContain(credential);
    expect(shown).not.toMatch(/secret-(?:code|state|label)/);
    expect(shown).not.toMatch(new RegExp(`"${code}"`));
  });
});

function attribute({ attributes }: Span, name: string): string | undefined {
  return attributes.find(({ key }) => key === name)?.value.stringValue;
}

/** @returns the folder where the package is installed; a later run finds it there. */
function installed(): string {
  const folder = join(tmpdir(), `opentelemetry-${VERSION}`);
  if (existsSync(join(folder, 'complete'))) return folder;
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, `${PACKAGE}@${VERSION}`, '@opentelemetry/api@1'], {
    cwd: folder,
    stdio: 'ignore',
  });
  writeFileSync(join(folder, 'complete'), '');
  return folder;
}
