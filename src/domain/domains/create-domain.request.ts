import { Field } from '../../shared/validation/field.decorator.js';
import { description, label, oneOf } from '../../shared/validation/rules.js';
import {
  masterAddresses,
  axfrAddresses,
  domainName,
  seconds,
  soaEmail,
  tags,
} from './domain-fields.rules.js';
import { DOMAIN_STATUSES, DOMAIN_TYPES, type DomainStatus, type DomainType } from '../domain.rules.js';

export class CreateDomainRequest {
  @Field(domainName(), { required: true })
  domain: string;

  @Field(oneOf(DOMAIN_TYPES), { required: true, example: 'master' })
  type: DomainType;

  @Field(oneOf(DOMAIN_STATUSES))
  status?: DomainStatus;

  @Field(description(0, 253), { example: 'Our main site' })
  description?: string;

  @Field(label(0, 50), { deprecated: true })
  group?: string;

  @Field(soaEmail())
  soa_email?: string;

  @Field(masterAddresses())
  master_ips?: string[];

  @Field(axfrAddresses())
  axfr_ips?: string[];

  @Field(seconds())
  expire_sec?: number;

  @Field(seconds())
  refresh_sec?: number;

  @Field(seconds())
  retry_sec?: number;

  @Field(seconds(), { example: 3600 })
  ttl_sec?: number;

  @Field(tags(), { example: ['production'] })
  tags?: string[];
}
