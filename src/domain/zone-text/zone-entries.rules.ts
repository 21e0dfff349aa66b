/** A word or a quoted string. */
export interface Token {
  /** The text without the quotes, with its escapes. Each character is one octet. */
  readonly text: string;
  readonly isQuoted: boolean;
}

/** One entry of a master file: a line, or several that parentheses join (RFC 1035 section 5.1). */
export interface Entry {
  /** The number of its first line, counted from 1. */
  readonly line: number;
  /** Whether the first token is the owner: the line begins without a blank. */
  readonly hasOwner: boolean;
  readonly tokens: readonly Token[];
}

/** A line that cannot be read as part of an entry. */
export interface UnreadableLine {
  readonly line: number;
  readonly reason: string;
}

/**
 * The characters that are read between two pauses. To read them takes up to a millisecond, and an
 * account may send several texts at once.
 */
export const CHARACTERS_PER_TURN = 32 * 1024;
/** A text of 65,535 characters has about 1,030 strings of 255 octets. */
const MAX_TOKENS = 2000;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';
const [TAB, LINE_END, RETURN, BLANK, QUOTE, OPEN, CLOSE, COMMENT, BACKSLASH] = [
  ...Buffer.from('\t\n\r "();\\'),
] as [number, number, number, number, number, number, number, number, number];

/**
 * Reads the entries of a master file one after the other, each character once. Continues after a
 * line that it cannot read.
 */
export class ZoneEntries {
  private at: number;
  private line = 1;

  /** @param text one character per octet */
  constructor(private readonly text: string) {
    this.at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  }

  /** The number of characters that are read. */
  get position(): number {
    return this.at;
  }

  /**
   * @returns undefined at the end of the text; an entry without tokens after `CHARACTERS_PER_TURN`
   * characters without a token, so that the caller can pause
   */
  next(): Entry | UnreadableLine | undefined {
    const pause = this.at + CHARACTERS_PER_TURN;
    while (this.at < this.text.length) {
      try {
        const entry = this.entry();
        if (entry.tokens.length > 0 || this.at >= pause) return entry;
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        this.skipLine();
        return { line: error.line, reason: error.message };
      }
    }
    return undefined;
  }

  private entry(): Entry {
    const { line } = this;
    const hasOwner = !isBlank(this.text.charCodeAt(this.at));
    const tokens: Token[] = [];
    let depth = 0;
    let openedAt = line;
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === LINE_END) {
        this.line++;
        if (depth > 0) continue;
        this.at++;
        return { line, hasOwner, tokens };
      }
      if (code === OPEN) {
        if (depth++ === 0) openedAt = this.line;
      } else if (code === CLOSE) {
        if (depth-- === 0) throw new UnreadableError(this.line, 'a parenthesis closes that was not opened');
      } else if (!isBlank(code)) this.readInto(tokens, code);
    }
    if (depth > 0) throw new UnreadableError(openedAt, 'a parenthesis is not closed');
    return { line, hasOwner, tokens };
  }

  /** Reads a token or a comment, and stops at its last character. */
  private readInto(tokens: Token[], code: number): void {
    if (code === COMMENT) {
      const end = this.text.indexOf('\n', this.at);
      this.at = (end === -1 ? this.text.length : end) - 1;
      return;
    }
    if (tokens.length === MAX_TOKENS) throw new UnreadableError(this.line, `more than ${MAX_TOKENS} words`);
    tokens.push(code === QUOTE ? this.quoted() : this.word());
  }

  private quoted(): Token {
    const start = ++this.at;
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === QUOTE) return { text: this.text.slice(start, this.at), isQuoted: true };
      if (code === LINE_END) break;
      if (code === BACKSLASH) this.skipEscaped();
    }
    throw new UnreadableError(this.line, 'a quoted string does not end on its line');
  }

  private word(): Token {
    const start = this.at;
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (isBlank(code) || ENDS_WORD.has(code)) break;
      if (code === BACKSLASH) this.skipEscaped();
    }
    const text = this.text.slice(start, this.at);
    this.at--;
    return { text, isQuoted: false };
  }

  private skipEscaped(): void {
    const next = this.text.charCodeAt(this.at + 1);
    if (Number.isNaN(next) || next === LINE_END)
      throw new UnreadableError(this.line, 'a backslash ends the line');
    this.at++;
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
    this.line++;
  }
}

const ENDS_WORD: ReadonlySet<number> = new Set([LINE_END, QUOTE, OPEN, CLOSE, COMMENT]);

class UnreadableError extends Error {
  constructor(
    readonly line: number,
    reason: string,
  ) {
    super(reason);
  }
}

function isBlank(code: number): boolean {
  return code === BLANK || code === TAB || code === RETURN;
}
