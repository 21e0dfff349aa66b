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
import { DOMAIN_FIELDS } from './domain-fields.document.js';
import { DOMAIN_STATUSES, DOMAIN_TYPES, type DomainStatus, type DomainType } from '../domain.rules.js';

export class CreateDomainRequest {
  @Field(domainName(), { description: DOMAIN_FIELDS.domain, required: true })
  domain: string;

  @Field(oneOf(DOMAIN_TYPES), { description: DOMAIN_FIELDS.type, required: true, example: 'master' })
  type: DomainType;

  @Field(oneOf(DOMAIN_STATUSES), { description: DOMAIN_FIELDS.status })
  status?: DomainStatus;

  @Field(description(0, 253), { example: 'Our main site' })
  description?: string;

  @Field(label(0, 50), { deprecated: true })
  group?: string;

  @Field(soaEmail(), { description: DOMAIN_FIELDS.soa_email })
  soa_email?: string;

  @Field(masterAddresses(), { description: DOMAIN_FIELDS.master_ips })
  master_ips?: string[];

  @Field(axfrAddresses(), { description: DOMAIN_FIELDS.axfr_ips })
  axfr_ips?: string[];

  @Field(seconds(), { description: DOMAIN_FIELDS.expire_sec })
  expire_sec?: number;

  @Field(seconds(), { description: DOMAIN_FIELDS.refresh_sec })
  refresh_sec?: number;

  @Field(seconds(), { description: DOMAIN_FIELDS.retry_sec })
  retry_sec?: number;

  @Field(seconds(), { description: DOMAIN_FIELDS.ttl_sec, example: 3600 })
  ttl_sec?: number;

  @Field(tags(), { description: DOMAIN_FIELDS.tags, example: ['production'] })
  tags?: string[];
}
