import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Jest's symbols of the global object that hold what belongs to one test file. */
const STATE_OF_A_FILE = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'TEST_TIMEOUT_SYMBOL'];
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Jest's environment: the process itself, with no sandbox around a test file. After each file its mocks, its timers, and what it
 * changed of the environment variables and of the process are undone.
 */
export default class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    const listeners = SIGNALS.map((signal) => [signal, process.listeners(signal)]);
    this.before = { console, env: { ...process.env }, exit: process.exit, listeners };
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (STATE_OF_A_FILE.includes(symbol.description)) delete globalThis[symbol];
    }
    const { console, env, exit, listeners } = this.before;
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const [signal, before] of listeners) {
      for (const listener of process.listeners(signal)) {
        if (!before.includes(listener)) process.off(signal, listener);
      }
    }
  }

  getVmContext() {
    return null;
  }
}
