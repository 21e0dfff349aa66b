/** The kinds of entity that grants can name here; the other kinds of the Grants response belong to other services. */
export const GRANTABLE = ['domain', 'image', 'instance', 'vpc'] as const;
export type Grantable = (typeof GRANTABLE)[number];
