/** What tests import from `@jest/globals`. */
export const jest = {
  setTimeout: (milliseconds) => (globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = milliseconds),
};

/** Gives `jest` the mocks and timers of a test file. */
export function setJest({ moduleMocker, fakeTimersModern }) {
  Object.assign(jest, {
    spyOn: (...of) => moduleMocker.spyOn(...of),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    useFakeTimers: (config) => fakeTimersModern.useFakeTimers(config),
    useRealTimers: () => fakeTimersModern.useRealTimers(),
    advanceTimersByTime: (milliseconds) => fakeTimersModern.advanceTimersByTime(milliseconds),
    advanceTimersByTimeAsync: (milliseconds) => fakeTimersModern.advanceTimersByTimeAsync(milliseconds),
  });
}
