import type { Logger } from '../../shared/log/logger.js';
import { TextMessages } from './text-messages.port.js';

/**
 * Logs text messages instead of sending them. This is the only place that may log a code (D-49).
 */
export class DevelopmentTextMessages extends TextMessages {
  constructor(private readonly logger: Logger) {
    super();
  }

  async send(to: string, text: string): Promise<void> {
    this.logger.warn(
      { development: true, to, text },
      'DEVELOPMENT ONLY: text message not sent, SMS_WEBHOOK_URL is unset',
    );
  }
}
