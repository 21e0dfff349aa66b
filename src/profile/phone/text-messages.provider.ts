import type { FactoryProvider } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { DevelopmentTextMessages } from './development-text-messages.js';
import { NoTextMessages } from './no-text-messages.js';
import { TextMessageMetrics } from './text-message-metrics.js';
import { TextMessages } from './text-messages.port.js';
import { UnlessDryTextMessages } from './unless-dry-text-messages.js';
import { WebhookTextMessages } from './webhook-text-messages.js';

/**
 * `SMS_WEBHOOK_URL` if it is set; else the log in development (embedded database), and an error in
 * production.
 */
export const textMessagesProvider: FactoryProvider<TextMessages> = {
  provide: TextMessages,
  inject: [SETTINGS, LOGGER, Database, TextMessageMetrics],
  useFactory: (settings: Settings, logger: Logger, database: Database, metrics: TextMessageMetrics) =>
    new UnlessDryTextMessages(textMessages(settings, logger, metrics), database),
};

function textMessages(
  { smsWebhookUrl, databaseUrl }: Settings,
  logger: Logger,
  metrics: TextMessageMetrics,
): TextMessages {
  if (smsWebhookUrl) return new WebhookTextMessages(smsWebhookUrl, metrics);
  return databaseUrl ? new NoTextMessages() : new DevelopmentTextMessages(logger);
}
