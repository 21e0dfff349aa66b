import { TextMessageNotSent, TextMessages } from './text-messages.port.js';

/** Refuses each text message, because this deployment can't send any. */
export class NoTextMessages extends TextMessages {
  async send(): Promise<void> {
    throw new TextMessageNotSent('SMS_WEBHOOK_URL is unset.');
  }
}
