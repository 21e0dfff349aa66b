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

export class UpdateDomainRequest {
  @Field(domainName(), { description: DOMAIN_FIELDS.domain })
  domain?: string;

  @Field(oneOf(DOMAIN_TYPES), { description: DOMAIN_FIELDS.type })
  type?: DomainType;

  @Field(oneOf(DOMAIN_STATUSES), { description: DOMAIN_FIELDS.status })
  status?: DomainStatus;

  @Field(description(0, 253), { clears: '', example: 'Moved to new servers' })
  description?: string;

  @Field(label(0, 50), { clears: '', deprecated: true })
  group?: string;

  @Field(soaEmail(), { description: DOMAIN_FIELDS.soa_email, clears: '' })
  soa_email?: string;

  @Field(masterAddresses(), { description: DOMAIN_FIELDS.master_ips })
  master_ips?: string[];

  @Field(axfrAddresses(), { description: DOMAIN_FIELDS.axfr_ips, example: ['192.0.2.53'] })
  axfr_ips?: string[];

  @Field(seconds(), { description: DOMAIN_FIELDS.expire_sec })
  expire_sec?: number;

  @Field(seconds(), { description: DOMAIN_FIELDS.refresh_sec })
  refresh_sec?: number;

  @Field(seconds(), { description: DOMAIN_FIELDS.retry_sec })
  retry_sec?: number;

  @Field(seconds(), { description: DOMAIN_FIELDS.ttl_sec, example: 300 })
  ttl_sec?: number;

  @Field(tags(), { description: DOMAIN_FIELDS.tags })
  tags?: string[];
}
