import { Field } from '../../shared/validation/field.decorator.js';
import { DOMAIN } from './domain.resource.js';
import { domainName } from './domain-fields.rules.js';

export class CloneDomainRequest {
  @Field(domainName(), { description: DOMAIN.describe('domain'), required: true, example: 'example.org' })
  domain: string;
}
