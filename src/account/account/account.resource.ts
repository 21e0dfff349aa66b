import {
  oneOfProperty,
  textProperty,
  textsProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';

/** The account (D-138). A web console reads the last two fields (D-270). */
export const ACCOUNT = new Resource('AccountResponse', 'a', {
  company: textProperty('The name of the company.'),
  email: textProperty('The address of the account.', { format: 'email' }),
  euuid: textProperty('Unique ID of the account.', { format: 'uuid' }),
  active_since: timeProperty('When the account was created.'),
  capabilities: textsProperty('What the account can use.', {
    example: ['VPCs'],
    expression: `'{VPCs}'::text[]`,
  }),
  site_type: oneOfProperty(['core'], 'The kind of site.', { expression: `'core'` }),
});

/** A row of `ACCOUNT.columns()`. */
export type AccountRow = Shown<typeof ACCOUNT.fields>;
