import { AbstractLogger } from 'typeorm';

/** Prints nothing, because the errors that TypeORM throws say the same. */
export class SilentLogger extends AbstractLogger {
  protected writeLog(): void {}
}
