import { accountArea } from './account/account.area.js';
import { accessArea } from './access/access.area.js';
import { domainArea } from './domain/domain.area.js';
import { eventsArea } from './events/events.area.js';
import { imageArea } from './image/image.area.js';
import { instancesArea } from './instances/instances.area.js';
import { platformArea } from './platform/platform.area.js';
import { profileArea } from './profile/profile.area.js';
import type { Area } from './shared/areas/area.js';
import { conditionsArea } from './shared/http/conditions/conditions.area.js';
import { limitsArea } from './shared/limits/limits.area.js';
import { secretsArea } from './shared/secrets/secrets.area.js';
import { authArea } from './auth/auth.area.js';
import { vpcArea } from './vpc/vpc.area.js';

/** All areas. To add an area, add a folder and a line here. */
export const APP_AREAS: readonly Area[] = [
  limitsArea,
  conditionsArea,
  secretsArea,
  accessArea,
  instancesArea,
  vpcArea,
  profileArea,
  imageArea,
  domainArea,
  accountArea,
  eventsArea,
  platformArea,
  authArea,
];
