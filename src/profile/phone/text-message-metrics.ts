import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** What became of a text message: the webhook accepted it, answered otherwise, or gave no answer in time. */
type Result = 'sent' | 'refused' | 'no_answer';

/** Metrics of the text messages that go to `SMS_WEBHOOK_URL`. */
@Injectable()
export class TextMessageMetrics {
  private readonly messages: Counter<'result'>;

  constructor(registry: Registry) {
    this.messages = new Counter({
      name: 'text_messages_total',
      help: 'Text messages by result: sent, refused by the webhook, or no answer of the webhook.',
      labelNames: ['result'],
      registers: [registry],
    });
    // Prometheus sees an increase only from a value that it knows: without 0, the first failure would be none.
    for (const result of ['sent', 'refused', 'no_answer'] as const) this.messages.inc({ result }, 0);
  }

  count(result: Result): void {
    this.messages.inc({ result });
  }
}
