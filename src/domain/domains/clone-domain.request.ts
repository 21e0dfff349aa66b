import { Field } from '../../shared/validation/field.decorator.js';
import { DOMAIN_FIELDS } from './domain-fields.document.js';
import { domainName } from './domain-fields.rules.js';

export class CloneDomainRequest {
  @Field(domainName(), { description: DOMAIN_FIELDS.domain, required: true, example: 'example.org' })
  domain: string;
}
