/**
 * The service can't start. The message gives the operator the reason and the remedy; no stack is
 * needed.
 */
export class StartError extends Error {}
