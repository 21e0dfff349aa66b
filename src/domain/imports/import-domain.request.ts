import { Field } from '../../shared/validation/field.decorator.js';
import { boolean } from '../../shared/validation/rules.js';
import { DOMAIN } from '../domains/domain.resource.js';
import { domainName, nameserver } from '../domains/domain-fields.rules.js';

export class ImportDomainRequest {
  @Field(domainName(), { description: DOMAIN.describe('domain'), required: true, example: 'example.edu' })
  domain: string;

  @Field(nameserver(), {
    description:
      'A host name or address, without a port, that allows zone transfers (AXFR, TCP port 53) to this service.',
    required: true,
    example: 'ns1.elsewhere.example',
  })
  remote_nameserver: string;

  @Field(boolean(), {
    description: 'Leaves out the NS records of the apex, which name the previous nameservers.',
  })
  skip_apex_ns?: boolean;
}
