const name = (zone) => `${zone}-{{run}}.example`;

export const DOMAINS = {
  name: 'Domains',
  description: 'Zones, their records, import and clone.',
  steps: [
    {
      operation: 'domain_import',
      body: { domain: name('import'), remote_nameserver: '{{remoteNameserver}}' },
      save: { importedId: '.id' },
    },
    { operation: 'domain_create', body: { domain: name('zone') }, save: { domainId: '.id' } },
    { operation: 'domain_list', filter: { type: 'master', '+order_by': 'domain' } },
    { operation: 'domain_view' },
    { operation: 'domain_update', body: { domain: undefined } },
    { operation: 'domain_record_create', save: { recordId: '.id' } },
    {
      operation: 'domain_record_create',
      name: 'Domain Record Create, mail exchanger',
      body: { type: 'MX', name: '', target: 'mail.example.com', priority: 10 },
    },
    {
      operation: 'domain_record_create',
      name: 'Domain Record Create, service',
      body: {
        ...{ type: 'SRV', name: undefined, target: 'sip.example.com' },
        ...{ service: 'sip', protocol: 'tcp', priority: 10, weight: 60, port: 5060 },
      },
    },
    { operation: 'domain_record_list' },
    { operation: 'domain_record_view' },
    { operation: 'domain_record_update' },
    { operation: 'domain_record_note_update' },
    { operation: 'domain_record_note_view' },
    {
      operation: 'domain_record_create',
      name: 'Domain Record Create, refused for the alias beside others',
      body: { type: 'CNAME', name: 'www', target: 'example.com', ttl_sec: undefined },
      status: 400,
    },
    {
      operation: 'domain_zoneFile',
      after: [
        `pm.test('holds the records', () => {
  const zone = pm.response.json().zone_file.join('\\n');
  pm.expect(zone).to.include('www').and.to.include('203.0.113.20').and.to.include('IN MX 10 mail.example.com.');
});`,
      ],
    },
    { operation: 'domain_record_delete' },
    { operation: 'domain_change_create', save: { changeId: '.id', version: '.version' } },
    { operation: 'domain_change_view' },
    { operation: 'domain_propagation_view' },
    { operation: 'domain_version_list' },
    { operation: 'domain_version_zoneFile' },
    { operation: 'domain_version_diff' },
    { operation: 'domain_version_restore', body: { description: 'Back to it', max_deletes: 5 } },
    { operation: 'domain_zoneText_apply', query: { mode: 'merge' } },
    { operation: 'domain_lint' },
    { operation: 'domain_dnssec_sign' },
    { operation: 'domain_dnssec_view' },
    { operation: 'domain_dnssec_roll', name: 'Domain Dnssec Roll, refused while preparing', status: 400 },
    {
      operation: 'domain_dnssec_delegate',
      name: 'Domain Dnssec Delegate, refused without a domain above',
      status: 400,
    },
    { operation: 'domain_dnssec_end' },
    { operation: 'domain_clone', body: { domain: name('clone') }, save: { cloneId: '.id' } },
    { operation: 'domain_claim_create', body: { domain: name('claim') }, save: { claimId: '.id' } },
    { operation: 'domain_claim_list', filter: { status: 'pending' } },
    { operation: 'domain_claim_view' },
    { operation: 'domain_claim_check' },
    { operation: 'domain_claim_delete' },
    { operation: 'domain_delete' },
    { operation: 'domain_deleted_list' },
    { operation: 'domain_deleted_restore', params: { deletedId: '{{domainId}}' } },
    { operation: 'domain_delete', name: 'Domain Delete, once more' },
    { operation: 'domain_delete', name: 'Domain Delete, the clone', params: { domainId: '{{cloneId}}' } },
    { operation: 'domain_delete', name: 'Domain Delete, the import', params: { domainId: '{{importedId}}' } },
  ],
};
