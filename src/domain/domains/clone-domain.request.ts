import { Field } from '../../shared/validation/field.decorator.js';
import { domainName } from './domain-fields.rules.js';

export class CloneDomainRequest {
  @Field(domainName(), { required: true, example: 'example.org' })
  domain: string;
}
