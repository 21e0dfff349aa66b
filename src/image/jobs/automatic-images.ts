import { Inject, Injectable } from '@nestjs/common';
import { InstanceKeeper, type InstanceFacts, type Remover } from '../../instances/instances.port.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { NewImagesService } from '../images/new-images.service.js';

const DAY_SECONDS = 86_400;

/** Makes automatic images of deleted instances (platform-api.md: `keep_image`; D-191). */
@Injectable()
export class AutomaticImages extends InstanceKeeper {
  constructor(
    private readonly images: NewImagesService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  async keepImage(tx: Tx, { address, requestId }: Remover, instance: InstanceFacts): Promise<void> {
    const [disk] = instance.disks;
    if (!disk) return;
    const expiry = this.clock.in(this.settings.automaticImageDays * DAY_SECONDS);
    const by = { accountId: instance.accountId, address, requestId };
    await this.images.capture(tx, by, { ...disk, instance }, { label: disk.label }, expiry);
  }
}
