import type { DomainFields, DomainValues } from '../../src/domain/domains/domain.resource.js';
import { mergeDomain, UNSET } from '../../src/domain/domains/domain-values.js';

const STORED: DomainValues = {
  domain: 'example.com',
  type: 'slave',
  status: 'disabled',
  description: 'stored',
  group: 'stored',
  soaEmail: 'stored@example.com',
  masterIps: ['192.0.2.1'],
  axfrIps: ['192.0.2.2'],
  expireSec: 300,
  refreshSec: 3600,
  retrySec: 7200,
  ttlSec: 14400,
  tags: ['stored'],
};

it('[D-16] [D-93] the defaults of a new domain', () => {
  expect(UNSET).toEqual({
    status: 'active',
    description: '',
    group: '',
    soaEmail: '',
    masterIps: [],
    axfrIps: [],
    expireSec: 0,
    refreshSec: 0,
    retrySec: 0,
    ttlSec: 0,
    tags: [],
  });
});

describe('[D-14] a change merged into the stored domain', () => {
  it('an empty change changes nothing', () => {
    expect(mergeDomain(STORED, {})).toEqual(STORED);
  });

  it.each<[string, DomainFields, Partial<DomainValues>]>([
    ['[D-91] the name is normalised', { domain: 'BÜCHER.example.' }, { domain: 'xn--bcher-kva.example' }],
    ['type', { type: 'master' }, { type: 'master' }],
    ['status', { status: 'active' }, { status: 'active' }],
    ['[D-95] description, cleared', { description: '' }, { description: '' }],
    ['[D-95] group, cleared', { group: '' }, { group: '' }],
    ['[D-15] soa_email, cleared', { soa_email: '' }, { soaEmail: '' }],
    ['[D-15] master_ips, cleared', { master_ips: [] }, { masterIps: [] }],
    ['axfr_ips', { axfr_ips: ['2001:db8::1'] }, { axfrIps: ['2001:db8::1'] }],
    ['[D-93] expire_sec is rounded up', { expire_sec: 1 }, { expireSec: 30 }],
    ['[D-93] refresh_sec is rounded up', { refresh_sec: 31 }, { refreshSec: 120 }],
    ['[D-93] retry_sec is rounded up', { retry_sec: 121 }, { retrySec: 300 }],
    ['[D-93] ttl_sec, back to the default', { ttl_sec: 0 }, { ttlSec: 0 }],
    ['[D-96] tags, without repeats', { tags: ['b', 'a', 'b'] }, { tags: ['b', 'a'] }],
    ['[D-15] tags, cleared', { tags: [] }, { tags: [] }],
  ])('%s', (_reason, fields, changed) => {
    expect(mergeDomain(STORED, fields)).toEqual({ ...STORED, ...changed });
  });
});
