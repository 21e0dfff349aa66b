import { Global, Module } from '@nestjs/common';
import { InstanceKeeper } from '../instances/instances.port.js';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { LeasesRepository } from './leases/leases.repository.js';
import { LeaseKeeper } from './leases/lease-keeper.js';
import { ImageMetrics } from './image-metrics.js';
import { ImageDeletion } from './images/image-deletion.js';
import { ImagesController } from './images/images.controller.js';
import { ImagesRepository } from './images/images.repository.js';
import { ImagesService } from './images/images.service.js';
import { NewImagesService } from './images/new-images.service.js';
import { CapturesRepository } from './jobs/captures.repository.js';
import { CapturesService } from './jobs/captures.service.js';
import { AutomaticImages } from './jobs/automatic-images.js';
import { TidyService } from './jobs/tidy.service.js';
import { ProgressReports } from './progress-reports.js';
import { PlatformImagesController } from './platform/platform-images.controller.js';
import { PlatformImagesRepository } from './platform/platform-images.repository.js';
import { PlatformImagesService } from './platform/platform-images.service.js';
import { IMAGE_STORE } from './store/image-store.port.js';
import { openImageStore } from './store/open-image-store.js';
import { StoreContents } from './store/store-contents.js';
import { StoreOwnerRepository } from './store/store-owner.repository.js';
import { StoreOwnership } from './store/store-ownership.js';
import { InflateTurns } from './uploads/inflate-turns.js';
import { UploadsController } from './uploads/uploads.controller.js';
import { UploadsService } from './uploads/uploads.service.js';

/**
 * Images, their bytes, and their part of the Platform API. Global, because compute needs
 * `InstanceKeeper`.
 */
@Global()
@Module({
  controllers: [ImagesController, UploadsController, PlatformImagesController],
  providers: [
    {
      provide: IMAGE_STORE,
      useFactory: ({ imageStore }: Settings) => openImageStore(imageStore),
      inject: [SETTINGS],
    },
    { provide: InstanceKeeper, useClass: AutomaticImages },
    ImagesRepository,
    ImagesService,
    ImageMetrics,
    NewImagesService,
    ImageDeletion,
    LeasesRepository,
    LeaseKeeper,
    UploadsService,
    CapturesRepository,
    CapturesService,
    TidyService,
    PlatformImagesRepository,
    PlatformImagesService,
    ProgressReports,
    InflateTurns,
    StoreContents,
    StoreOwnerRepository,
    StoreOwnership,
  ],
  exports: [InstanceKeeper, StoreOwnership, CapturesService, TidyService, PlatformImagesService],
})
export class ImageModule {}
