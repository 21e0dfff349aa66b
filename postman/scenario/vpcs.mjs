const detached = {
  account_id: '#{{accountId}}',
  disks: [{ id: '#{{instanceId}}', label: 'boot', size: 1024 }],
  configs: [],
};

export const VPCS = {
  name: 'VPCs',
  description: 'Private networks and their subnets.',
  steps: [
    {
      operation: 'vpc_create',
      save: { vpcId: '.id', subnetId: '.subnets[0].id' },
    },
    { operation: 'vpc_list', query: { page: 1, page_size: 25 } },
    {
      operation: 'vpc_list',
      name: 'VPC List, from the start by cursor',
      query: { cursor: '', page_size: 25 },
    },
    {
      operation: 'vpc_list',
      name: 'VPC List, by filter',
      filter: { label: { '+contains': 'PROD' }, '+order_by': 'created', '+order': 'desc' },
      after: [
        `pm.test('has the VPC that was made', () => {
  const ids = pm.response.json().data.map(({ id }) => id);
  pm.expect(ids).to.include(pm.collectionVariables.get('vpcId'));
});`,
      ],
    },
    { operation: 'vpc_view' },
    { operation: 'vpc_update' },
    {
      operation: 'vpc_subnet_create',
      body: { label: 'database', ipv4: '10.0.2.0/24' },
      save: { vpcSubnetId: '.id' },
    },
    { operation: 'vpc_subnet_list' },
    { operation: 'vpc_subnet_view' },
    { operation: 'vpc_subnet_update' },
    {
      operation: 'vpc_subnet_create',
      name: 'VPC Subnet Create, refused for its overlap',
      body: { label: 'twice', ipv4: '10.0.2.128/25' },
      status: 400,
      after: [
        `pm.test('says why', () => {
  const reason = 'Range must not overlap with other subnets of the same VPC';
  pm.expect(pm.response.json()).to.eql({ errors: [{ field: 'ipv4', reason }] });
});`,
      ],
    },
    {
      operation: 'platform_instance_put',
      name: 'Compute attaches the instance to the first subnet',
      params: { instanceId: '{{instanceId}}' },
      body: {
        ...detached,
        configs: [
          {
            id: '#{{instanceId}}',
            label: 'default',
            interfaces: [
              {
                id: '#{{instanceId}}',
                purpose: 'vpc',
                subnet_id: '#{{subnetId}}',
                active: true,
                ipv4: { vpc: '10.0.1.2', nat_1_1: '203.0.113.7' },
                ip_ranges: ['10.0.1.64/26'],
              },
            ],
          },
        ],
      },
    },
    { operation: 'vpc_ips_list' },
    { operation: 'vpc_ips_list_alias' },
    {
      operation: 'vpc_ips_listOfVpc',
      after: [
        `pm.test('has the address and the range of the interface', () => {
  const { data } = pm.response.json();
  pm.expect(data.map(({ address }) => address)).to.have.members(['10.0.1.2', null]);
  pm.expect(data.map(({ address_range }) => address_range)).to.have.members(['10.0.1.64/26', null]);
});`,
      ],
    },
    {
      operation: 'vpc_delete',
      name: 'VPC Delete, refused while the instance is attached',
      status: 400,
      after: [
        `pm.test('says why', () => {
  const reason = 'Cannot delete a VPC with resources attached';
  pm.expect(pm.response.json()).to.eql({ errors: [{ field: '', reason }] });
});`,
      ],
    },
    {
      operation: 'platform_instance_put',
      name: 'Compute detaches the instance',
      params: { instanceId: '{{instanceId}}' },
      body: detached,
    },
    { operation: 'vpc_subnet_delete' },
    { operation: 'vpc_delete' },
    { operation: 'vpc_view', name: 'VPC View, after it was deleted', status: 404 },
  ],
};
