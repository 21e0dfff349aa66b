import { accountHasResources } from '../shared/areas/account-has-resources.js';
import type { Area } from '../shared/areas/area.js';
import { invalid } from '../shared/errors/errors.js';
import { InstancesModule } from './instances.module.js';

export const instancesArea: Area = {
  module: InstancesModule,
  platformLookups: {
    instance: { params: ['instanceId'], key: 'number', from: 'instances', where: 'id = $1' },
  },
  grantable: { instance: { table: 'instances', label: 'label' } },
  constraints: {
    instances_account_id_fkey: accountHasResources,
    instance_disks_pkey: () => invalid('disks', 'value_not_valid'),
    instance_configs_pkey: configsAreNotValid,
    instance_interfaces_pkey: configsAreNotValid,
    vpc_addresses_no_overlap: configsAreNotValid,
  },
};

function configsAreNotValid() {
  return invalid('configs', 'value_not_valid');
}
