import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another time of day for programs from Debian, by libfaketime: the machine's until a test moves it. */
export class OtherTime {
  private readonly folder = mkdtempSync(join(tmpdir(), 'time-'));
  private readonly file = join(this.folder, 'offset');
  private offset = 0;

  constructor() {
    this.forward(0);
  }

  /** Starts a program in this time. Its timers run as fast as ever. */
  get command(): string[] {
    return [
      'env',
      'LD_PRELOAD=/usr/$LIB/faketime/libfaketimeMT.so.1',
      `FAKETIME_TIMESTAMP_FILE=${this.file}`,
      'FAKETIME_NO_CACHE=1',
      'FAKETIME_DONT_FAKE_MONOTONIC=1',
      'FAKETIME_DISABLE_SHM=1',
    ];
  }

  forward(seconds: number): void {
    this.offset += seconds;
    writeFileSync(this.file, `+${this.offset}\n`);
  }

  end(): void {
    rmSync(this.folder, { recursive: true });
  }
}
