import { Field } from '../../shared/validation/field.decorator.js';
import { domainName, nameserver } from '../domains/domain-fields.rules.js';

export class ImportDomainRequest {
  @Field(domainName(), { required: true })
  domain: string;

  @Field(nameserver(), { required: true })
  remote_nameserver: string;
}
