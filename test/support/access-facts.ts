import type { CallerFacts, EntityFacts } from '../../src/access/access.rules.js';
import type { EndpointRow } from '../../src/access/endpoint.js';
import { ServiceError } from '../../src/shared/errors/errors.js';

export const row = (access: Partial<EndpointRow> = {}): EndpointRow => ({
  method: 'GET',
  path: 'things',
  credential: 'token',
  scopes: [],
  ...access,
});
export const caller = (facts: Partial<CallerFacts> = {}): CallerFacts => ({
  scopes: '*',
  restricted: false,
  userType: 'default',
  accountAccess: null,
  globalGrants: [],
  narrowing: null,
  ...facts,
});
export const restricted = (facts: Partial<CallerFacts> = {}) => caller({ restricted: true, ...facts });
export const entity = (facts: Partial<EntityFacts> = {}): EntityFacts => ({
  found: true,
  permissions: null,
  readOnly: false,
  named: null,
  record: null,
  ...facts,
});

/** The refusal, by its kind; undefined when there is none. */
export function refusal(decide: () => void): string | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.name;
    throw error;
  }
}
