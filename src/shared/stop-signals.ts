/**
 * The signals that stop a program: from a supervisor, by Ctrl-C, and when the terminal is closed.
 */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
