/**
 * The kinds of entity of this service that grants name. The other kinds of the Grants response
 * belong to other services.
 */
export const GRANTABLE = ['domain', 'image', 'instance', 'vpc'] as const;
export type Grantable = (typeof GRANTABLE)[number];
