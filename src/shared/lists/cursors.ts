import type { Encryption } from '../secrets/encryption.js';

/** Where a list goes on. */
export interface Cursor {
  /** The place of the row before, see `placeOf`; undefined at the start. */
  readonly after: readonly string[] | undefined;
  /** The text of a cursor that goes on after this place. */
  next(place: readonly string[]): string;
}

/** What a cursor is bound to: it is worth nothing elsewhere. */
export interface CursorBinding {
  readonly path: string;
  readonly userId: number | undefined;
  /** The text of `X-Filter`. */
  readonly filter: string;
}

/**
 * Cursors as texts (D-236). A place has ids that the API shows to nobody, so it is encrypted: that seals it as well, and
 * binds it to its list.
 */
export class Cursors {
  private readonly encryption: Encryption;

  constructor(encryption: Encryption) {
    this.encryption = encryption.forPurpose('list cursors');
  }

  /** @returns undefined for a text that is no cursor of this list; the empty text is its start. */
  read(text: string, binding: CursorBinding): Cursor | undefined {
    const context = JSON.stringify([binding.path, binding.userId ?? null, binding.filter]);
    const next = (place: readonly string[]) =>
      this.encryption.encrypt(JSON.stringify(place), context).toString('base64url');
    if (text === '') return { after: undefined, next };
    const after = this.opened(text, context);
    return after && { after, next };
  }

  private opened(text: string, context: string): string[] | undefined {
    const bytes = Buffer.from(text, 'base64url');
    // The decoder skips what is not base64url.
    if (bytes.toString('base64url') !== text) return undefined;
    try {
      return JSON.parse(this.encryption.decrypt(bytes, context)) as string[];
    } catch {
      return undefined;
    }
  }
}
