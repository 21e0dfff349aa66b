import { Field } from '../../shared/validation/field.decorator.js';
import { boolean } from '../../shared/validation/rules.js';
import { domainName, nameserver } from '../domains/domain-fields.rules.js';

export class ImportDomainRequest {
  @Field(domainName(), { required: true, example: 'example.edu' })
  domain: string;

  @Field(nameserver(), { required: true, example: 'ns1.elsewhere.example' })
  remote_nameserver: string;

  /** Leaves out the NS records of the apex, which name the previous nameservers. */
  @Field(boolean())
  skip_apex_ns?: boolean;
}
