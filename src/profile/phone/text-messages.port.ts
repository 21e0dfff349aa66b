/** Sends text messages to telephones: another system. */
export abstract class TextMessages {
  /**
   * @param to an E.164 number.
   * @param headers what tells the other system which trace this belongs to.
   * @throws TextMessageNotSent when nothing says that it was taken for delivery.
   */
  abstract send(to: string, text: string, headers: Readonly<Record<string, string>>): Promise<void>;
}

/** The message was not taken for delivery; the message of the error holds neither number nor text. */
export class TextMessageNotSent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
