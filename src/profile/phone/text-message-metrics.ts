import { Injectable } from '@nestjs/common';
import { Registry, type Counter } from 'prom-client';
import { counterFromZero } from '../../shared/metrics/counter-from-zero.js';

/** The webhook accepted the text message, answered otherwise, or gave no answer in time. */
const RESULTS = ['sent', 'refused', 'no_answer'] as const;
type Result = (typeof RESULTS)[number];

/** Metrics of the text messages that go to `SMS_WEBHOOK_URL`. */
@Injectable()
export class TextMessageMetrics {
  private readonly messages: Counter<'result'>;

  constructor(registry: Registry) {
    this.messages = counterFromZero(
      {
        name: 'text_messages_total',
        help: 'Text messages by result: sent, refused by the webhook, or no answer of the webhook.',
        labelNames: ['result'],
        registers: [registry],
      },
      RESULTS.map((result) => ({ result })),
    );
  }

  count(result: Result): void {
    this.messages.inc({ result });
  }
}
