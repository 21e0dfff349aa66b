import type { FactoryProvider } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { TextMessageMetrics } from './text-message-metrics.js';
import { TextMessageNotSent, TextMessages } from './text-messages.port.js';
import { WebhookTextMessages } from './webhook-text-messages.js';

/**
 * `SMS_WEBHOOK_URL` if it is set; else the log in development (embedded database), and an error in
 * production.
 */
export const textMessagesProvider: FactoryProvider<TextMessages> = {
  provide: TextMessages,
  inject: [SETTINGS, LOGGER, TextMessageMetrics],
  useFactory: ({ smsWebhookUrl, databaseUrl }: Settings, logger: Logger, metrics: TextMessageMetrics) => {
    if (smsWebhookUrl) return new WebhookTextMessages(smsWebhookUrl, metrics);
    return { send: async (to, text) => (databaseUrl ? refuse() : logInDevelopment(logger, to, text)) };
  },
};

function refuse(): never {
  throw new TextMessageNotSent('SMS_WEBHOOK_URL is unset.');
}

/** This is the only place that may log a code (D-49). */
function logInDevelopment(logger: Logger, to: string, text: string): void {
  logger.warn(
    { development: true, to, text },
    'DEVELOPMENT ONLY: text message not sent, SMS_WEBHOOK_URL is unset',
  );
}
