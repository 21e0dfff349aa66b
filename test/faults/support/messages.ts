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

/** What a server says that could not do a statement: the error, and that it waits for the next one. */
export function refusedStatement(code: string, message: string, inTransaction: boolean): Buffer {
  const fields = [`SERROR`, `VERROR`, `C${code}`, `M${message}`].map((field) => `${field}\0`).join('');
  return Buffer.concat([framed('E', `${fields}\0`), framed('Z', inTransaction ? 'E' : 'I')]);
}

function framed(type: string, body: string): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeInt32BE(LENGTH_BYTES + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}
