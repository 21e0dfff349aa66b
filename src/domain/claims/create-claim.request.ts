import { Field } from '../../shared/validation/field.decorator.js';
import { domainName } from '../domains/domain-fields.rules.js';

export class CreateClaimRequest {
  @Field(domainName(), { required: true, description: 'The name that is yours at the registry.' })
  domain: string;
}
