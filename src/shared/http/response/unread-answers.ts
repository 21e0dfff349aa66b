import type { ServerResponse } from 'node:http';

/** How long a client may take to read one answer. */
const READ_MS = 300_000;
/** What all clients together may leave unread: twice the largest answer there is. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Answers that wait in memory for clients that read slowly, or not at all: cut when they take too long, and the oldest
 * first when there are too many.
 */
export class UnreadAnswers {
  private readonly waiting = new Map<ServerResponse, number>();
  private bytes = 0;

  constructor(
    private readonly readMs = READ_MS,
    private readonly maxBytes = MAX_BYTES,
  ) {}

  /** @param bytes the size of the answer, some of which is still unsent. */
  add(response: ServerResponse, bytes: number): void {
    this.waiting.set(response, bytes);
    this.bytes += bytes;
    const timer = setTimeout(() => response.destroy(), this.readMs).unref();
    response.once('close', () => {
      clearTimeout(timer);
      this.forget(response);
    });
    for (const [oldest] of this.waiting) {
      if (this.bytes <= this.maxBytes) return;
      this.forget(oldest);
      oldest.destroy();
    }
  }

  private forget(response: ServerResponse): void {
    this.bytes -= this.waiting.get(response) ?? 0;
    this.waiting.delete(response);
  }
}
