/** The service can't start. The message tells the operator the reason and the remedy; no stack trace is needed. */
export class StartError extends Error {}
