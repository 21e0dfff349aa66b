import { unescape } from 'node:querystring';
import { context, createContextKey } from '@opentelemetry/api';
import type { TextMessageMetrics } from './text-message-metrics.js';
import { TextMessageNotSent, TextMessages } from './text-messages.port.js';

const TIMEOUT_MS = 10_000;

/**
 * OpenTelemetry's key for suppressed tracing: a span would show the webhook's address, which may
 * contain a credential.
 */
const SUPPRESS_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/**
 * Posts `{to, text}` to `SMS_WEBHOOK_URL`. A 2xx status means accepted. Sends the address's user
 * and password as a header: fetch refuses them in the address, with an error that shows both.
 */
export class WebhookTextMessages extends TextMessages {
  private readonly url: URL;
  private readonly authorization: Readonly<Record<string, string>>;

  constructor(
    address: string,
    private readonly metrics: TextMessageMetrics,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    super();
    this.url = new URL(address);
    this.authorization = basicAuthorization(this.url);
    this.url.username = this.url.password = '';
  }

  async send(to: string, text: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const untraced = context.active().setValue(SUPPRESS_TRACING, true);
    const response = await context.with(untraced, () => this.post(JSON.stringify({ to, text }), headers));
    await response.body?.cancel();
    this.metrics.count(response.ok ? 'sent' : 'refused');
    if (!response.ok) throw new TextMessageNotSent(`The webhook answered ${response.status}.`);
  }

  private async post(body: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    try {
      return await fetch(this.url, {
        method: 'POST',
        headers: { ...headers, ...this.authorization, 'Content-Type': 'application/json' },
        body,
        // A redirect may turn POST into GET, which would send nothing.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
    } catch (error) {
      this.metrics.count('no_answer');
      throw new TextMessageNotSent('The webhook gave no answer.', { cause: error });
    }
  }
}

function basicAuthorization({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const credentials = `${unescape(username)}:${unescape(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}
