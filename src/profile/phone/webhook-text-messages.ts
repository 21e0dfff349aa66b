import { TextMessageNotSent, TextMessages } from './text-messages.port.js';

const TIMEOUT_MS = 10_000;

/** Posts `{to, text}` to `SMS_WEBHOOK_URL`. A status of 2xx means that the message was accepted. */
export class WebhookTextMessages extends TextMessages {
  constructor(
    private readonly url: string,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    super();
  }

  async send(to: string, text: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const response = await this.post(JSON.stringify({ to, text }), headers);
    await response.body?.cancel();
    if (!response.ok) throw new TextMessageNotSent(`The webhook answered ${response.status}.`);
  }

  private async post(body: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    try {
      return await fetch(this.url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
        // A redirect may turn POST into GET, which would send nothing.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
    } catch (error) {
      throw new TextMessageNotSent('The webhook gave no answer.', { cause: error });
    }
  }
}
