import { accountHasResources } from '../shared/areas/account-has-resources.js';
import type { Area } from '../shared/areas/area.js';
import type { JobTools } from '../shared/jobs/job.js';
import { ImageModule } from './image.module.js';
import { imageIdOf } from './images/image-id.decorator.js';
import { IMAGE } from './images/image.resource.js';
import { ImagesService } from './images/images.service.js';
import { IMAGE_LOOKUP, live, USED_IMAGES } from './images/images.sql.js';
import { CapturesService } from './jobs/captures.service.js';
import { TidyService } from './jobs/tidy.service.js';

export const imageArea: Area = {
  module: ImageModule,
  pathLookups: { image: { ...IMAGE_LOOKUP, view: IMAGE.shown } },
  objects: (get) => ({
    'image.view': (_, params) => get(ImagesService).viewPublic(imageIdOf(params)),
  }),
  grantable: { image: { table: 'images', shownId: `'private/' || id`, label: 'label', live } },
  quotas: { images: { limit: ({ maxPrivateImages }) => maxPrivateImages, used: USED_IMAGES } },
  jobs,
  constraints: { images_account_id_fkey: accountHasResources },
};

/**
 * Another process resumes the capture of a killed one within 60 s (D-182): after its lease of 30 s,
 * at the next run.
 */
const CAPTURE_SECONDS = 5;
const ORPHAN_SECONDS = 3600;

function jobs({ get, settings: { jobIntervalSeconds } }: JobTools) {
  const [captures, tidy] = [get(CapturesService), get(TidyService)];
  const captureSeconds = Math.min(CAPTURE_SECONDS, jobIntervalSeconds);
  return [
    { name: 'image.captures', everySeconds: captureSeconds, run: () => captures.startWaiting() },
    { name: 'image.overdue', everySeconds: jobIntervalSeconds, run: () => tidy.deleteOverdue() },
    { name: 'image.orphans', everySeconds: ORPHAN_SECONDS, run: () => tidy.removeOrphans() },
  ];
}
