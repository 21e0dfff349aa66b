import { Global, Module } from '@nestjs/common';
import { Instances } from './instances.port.js';
import { InstancesRepository } from './instances.repository.js';
import { InstancesService } from './instances.service.js';

@Global()
@Module({
  providers: [InstancesRepository, { provide: Instances, useClass: InstancesService }],
  exports: [Instances],
})
export class InstancesModule {}
