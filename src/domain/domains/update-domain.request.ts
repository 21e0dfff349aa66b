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

export class UpdateDomainRequest {
  @Field(domainName())
  domain?: string;

  @Field(oneOf(DOMAIN_TYPES))
  type?: DomainType;

  @Field(oneOf(DOMAIN_STATUSES))
  status?: DomainStatus;

  @Field(description(0, 253), { clears: '', example: 'Moved to new servers' })
  description?: string;

  @Field(label(0, 50), { clears: '', deprecated: true })
  group?: string;

  @Field(soaEmail(), { clears: '' })
  soa_email?: string;

  @Field(masterAddresses())
  master_ips?: string[];

  @Field(axfrAddresses(), { example: ['192.0.2.53'] })
  axfr_ips?: string[];

  @Field(seconds())
  expire_sec?: number;

  @Field(seconds())
  refresh_sec?: number;

  @Field(seconds())
  retry_sec?: number;

  @Field(seconds(), { example: 300 })
  ttl_sec?: number;

  @Field(tags())
  tags?: string[];
}
