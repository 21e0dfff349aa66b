import { mergedValues, unsetValues } from '../../shared/resources/resource-requests.js';
import { DOMAIN, type DomainFields, type DomainValues } from './domain.resource.js';

/** The values of fields that a create request leaves out (D-16, D-93; status: spec). */
export const UNSET = unsetValues(DOMAIN) as Omit<DomainValues, 'domain' | 'type'>;

/** Merges a request's fields into the values; the result is in stored form (D-14). */
export function mergeDomain(values: DomainValues, fields: DomainFields): DomainValues {
  return mergedValues(DOMAIN, values, fields);
}
