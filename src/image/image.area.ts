import { accountHasResources } from '../shared/areas/account-has-resources.js';
import type { Area } from '../shared/areas/area.js';
import type { JobTools } from '../shared/jobs/job.js';
import { ImageModule } from './image.module.js';
import { CapturesService } from './jobs/captures.service.js';
import { TidyService } from './jobs/tidy.service.js';
import { ImageEntity } from './images/image.entity.js';

const PRIVATE_ID = `substring($2 FROM '^private/([1-9][0-9]{0,15})$')::bigint`;

export const imageArea: Area = {
  module: ImageModule,
  entities: [ImageEntity],
  pathLookups: {
    image: {
      params: ['imageId'],
      key: 'text',
      exists: `SELECT FROM images i WHERE i.account_id = caller.account_id AND i.id = ${PRIVATE_ID}`,
      // D-125
      readOnly: 'EXISTS (SELECT FROM images i WHERE i.public_id = $2)',
      grantedId: PRIVATE_ID,
    },
  },
  grantable: { image: { table: 'images', label: 'label' } },
  jobs: (tools) => [...captures(tools), ...removals(tools)],
  constraints: { images_account_id_fkey: accountHasResources },
};

/** Another process takes up the capture of a killed one within 60 s (D-182): its lease of 30 s, then the next look. */
const CAPTURE_SECONDS = 5;
/** Two lanes, so that one huge disk does not hold up all others. */
const CAPTURES_AT_ONCE = 2;
const ORPHAN_SECONDS = 3600;

function captures({ get, settings }: JobTools) {
  return Array.from({ length: CAPTURES_AT_ONCE }, (_, lane) => ({
    name: `image.captures.${lane + 1}`,
    everySeconds: Math.min(CAPTURE_SECONDS, settings.jobIntervalSeconds),
    run: () => get(CapturesService).captureAll(),
  }));
}

function removals({ get, settings }: JobTools) {
  const tidy = get(TidyService);
  return [
    { name: 'image.overdue', everySeconds: settings.jobIntervalSeconds, run: () => tidy.deleteOverdue() },
    { name: 'image.orphans', everySeconds: ORPHAN_SECONDS, run: () => tidy.removeOrphans() },
  ];
}
