import { invalid, type Invalid } from '../errors/errors.js';

/**
 * D-200: an account that still has a VPC, a domain, an image, an instance or a child account can't
 * be deleted.
 */
export function accountHasResources(): Invalid {
  return invalid('', 'account_in_use');
}
