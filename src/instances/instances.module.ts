import { Global, Module } from '@nestjs/common';
import { InstancesRepository } from './instances.repository.js';
import { Instances } from './instances.service.js';

@Global()
@Module({
  providers: [InstancesRepository, Instances],
  exports: [Instances],
})
export class InstancesModule {}
