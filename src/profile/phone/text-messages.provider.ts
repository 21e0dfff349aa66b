import type { FactoryProvider } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { DevelopmentTextMessages } from './development-text-messages.js';
import { NoTextMessages } from './no-text-messages.js';
import { TextMessages } from './text-messages.port.js';
import { WebhookTextMessages } from './webhook-text-messages.js';

/** `SMS_WEBHOOK_URL` if it is set; else the log in development (embedded database), and an error in production. */
export const textMessagesProvider: FactoryProvider<TextMessages> = {
  provide: TextMessages,
  inject: [SETTINGS, LOGGER],
  useFactory: ({ smsWebhookUrl, databaseUrl }: Settings, logger: Logger) => {
    if (smsWebhookUrl) return new WebhookTextMessages(smsWebhookUrl);
    return databaseUrl ? new NoTextMessages() : new DevelopmentTextMessages(logger);
  },
};
