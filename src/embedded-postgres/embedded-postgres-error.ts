/** The embedded PostgreSQL can't run. The message gives the reason and the remedy. */
export class EmbeddedPostgresError extends Error {}
