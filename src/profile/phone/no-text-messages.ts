import { TextMessageNotSent, TextMessages } from './text-messages.port.js';

/** A deployment that has no way to send text messages. */
export class NoTextMessages extends TextMessages {
  async send(): Promise<void> {
    throw new TextMessageNotSent('SMS_WEBHOOK_URL is unset.');
  }
}
