import type { Database } from '../../database/database.js';
import { TextMessages } from './text-messages.port.js';

/** Sends nothing during a dry run (D-232). */
export class UnlessDryTextMessages extends TextMessages {
  constructor(
    private readonly messages: TextMessages,
    private readonly database: Database,
  ) {
    super();
  }

  async send(to: string, text: string, headers: Readonly<Record<string, string>>): Promise<void> {
    if (!this.database.request.isDry) await this.messages.send(to, text, headers);
  }
}
