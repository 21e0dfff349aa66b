/** The embedded PostgreSQL can't run. The message says why, and what the operator can do about it. */
export class EmbeddedPostgresError extends Error {}
