import type { Encryption } from '../secrets/encryption.js';

/** The position where a list continues. */
export interface Cursor {
  /** The position of the previous row (`positionOf`); undefined at the start. */
  readonly after: readonly string[] | undefined;
  /** The text of a cursor that continues after this position. */
  next(position: readonly string[]): string;
}

/** The list that a cursor is bound to. It is invalid for other lists. */
interface CursorBinding {
  readonly path: string;
  readonly userId: number | undefined;
  /** The text of `X-Filter`. */
  readonly filter: string;
}

/**
 * Converts cursors to text and back (D-236). A position contains ids that the API does not show, so
 * the text is encrypted, which also binds it to its list.
 */
export class Cursors {
  private readonly encryption: Encryption;

  constructor(encryption: Encryption) {
    this.encryption = encryption.forPurpose('list cursors');
  }

  /**
   * @returns undefined for an invalid text, or a cursor of another list. The empty text is the
   * start
   */
  read(text: string, binding: CursorBinding): Cursor | undefined {
    const context = JSON.stringify([binding.path, binding.userId ?? null, binding.filter]);
    const next = (position: readonly string[]) =>
      this.encryption.encrypt(JSON.stringify(position), context).toString('base64url');
    if (text === '') return { after: undefined, next };
    const after = this.opened(text, context);
    return after && { after, next };
  }

  private opened(text: string, context: string): string[] | undefined {
    const bytes = Buffer.from(text, 'base64url');
    // The decoder skips characters that are not base64url.
    if (bytes.toString('base64url') !== text) return undefined;
    try {
      return JSON.parse(this.encryption.decrypt(bytes, context)) as string[];
    } catch {
      return undefined;
    }
  }
}
