import { AbstractLogger } from 'typeorm';

/** TypeORM would print to the console what the error that it throws says anyway. */
export class SilentLogger extends AbstractLogger {
  protected writeLog(): void {}
}
