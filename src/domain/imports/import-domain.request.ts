import { Field } from '../../shared/validation/field.decorator.js';
import { domainName, nameserver } from '../domains/domain-fields.rules.js';

export class ImportDomainRequest {
  @Field(domainName(), { required: true, example: 'example.org' })
  domain: string;

  @Field(nameserver(), { required: true, example: 'ns1.elsewhere.example' })
  remote_nameserver: string;
}
