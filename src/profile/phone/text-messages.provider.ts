import type { FactoryProvider } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { DevelopmentTextMessages } from './development-text-messages.js';
import { NoTextMessages } from './no-text-messages.js';
import { TextMessages } from './text-messages.port.js';
import { WebhookTextMessages } from './webhook-text-messages.js';

/** The webhook where one is set; else the log on the embedded database, and nothing on another. */
export const textMessagesProvider: FactoryProvider<TextMessages> = {
  provide: TextMessages,
  inject: [SETTINGS, LOGGER],
  useFactory: ({ smsWebhookUrl, databaseUrl }: Settings, logger: Logger) => {
    if (smsWebhookUrl) return new WebhookTextMessages(smsWebhookUrl);
    return databaseUrl ? new NoTextMessages() : new DevelopmentTextMessages(logger);
  },
};
