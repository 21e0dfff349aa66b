/** Sends text messages through another system. */
export abstract class TextMessages {
  /**
   * @param to an E.164 number.
   * @param headers the trace context (W3C), for the other system.
   * @throws TextMessageNotSent unless the other system accepted the message.
   */
  abstract send(to: string, text: string, headers: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * The gateway did not accept the text message. The error contains neither the number nor the text.
 */
export class TextMessageNotSent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
