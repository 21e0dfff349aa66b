const LENGTH_BYTES = 4;

/** A message of PostgreSQL's protocol: its type, empty for the first one of a connection, and its bytes as they came. */
export interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Cuts one direction of a connection into messages (PostgreSQL, Frontend/Backend Protocol: Message Formats). */
export class MessageReader {
  private rest = Buffer.alloc(0);

  /** @param isFirst whether the next message is a startup message, the only one without a type. */
  constructor(private isFirst: boolean) {}

  read(chunk: Buffer): Message[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const messages: Message[] = [];
    for (let message = this.next(); message; message = this.next()) messages.push(message);
    return messages;
  }

  private next(): Message | undefined {
    const at = this.isFirst ? 0 : 1;
    if (this.rest.length < at + LENGTH_BYTES) return undefined;
    const end = at + this.rest.readInt32BE(at);
    if (this.rest.length < end) return undefined;
    const bytes = this.rest.subarray(0, end);
    this.rest = this.rest.subarray(end);
    const type = this.isFirst ? '' : String.fromCharCode(bytes[0]!);
    this.isFirst = false;
    return { type, bytes };
  }
}

/** A statement that fails with this code, as any other does: what comes after it in its transaction fails too. */
export function failingStatement([code, message]: readonly [code: string, message: string]): Buffer {
  const text = `DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''${code}'', MESSAGE = ''${message}''; END'\0`;
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeInt32BE(LENGTH_BYTES + text.length);
  return Buffer.concat([Buffer.from('Q'), length, Buffer.from(text)]);
}
