import type { Reason } from '../../shared/errors/reason.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { notValid } from '../../shared/validation/rule.js';
import { oneOf, string, text } from '../../shared/validation/rules.js';

const LONGEST_PATH = 8192;

export class ProfileAccessRequest {
  @Field(oneOf(['GET', 'POST', 'PUT', 'DELETE']), {
    required: true,
    example: 'PUT',
    description: 'The method of the request to decide on.',
  })
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';

  @Field(string(pathFault), {
    required: true,
    description: 'With `/v4`. A query is ignored.',
    example: '/v4/domains/15',
  })
  path: string;

  @Field(text(1, 255), {
    description: 'For admins: another user of the account, as if they had a token with every scope.',
  })
  username?: string;
}

function pathFault(path: string): Reason | undefined {
  return /^\/v4(?:beta)?\//.test(path) && path.length <= LONGEST_PATH ? undefined : notValid('path');
}
