import { ACCOUNT, EVENTS, REGIONS } from './account.mjs';
import { DOMAINS } from './domains.mjs';
import { IMAGES } from './images.mjs';
import { CLEAN_UP, PLATFORM } from './platform.mjs';
import { PROFILE } from './profile.mjs';
import { SETUP } from './setup.mjs';
import { VPCS } from './vpcs.mjs';

/**
 * The requests in the order in which they run, in the spec's order of areas. A step names its operation of the OpenAPI
 * document and what the document can't know: which variables chain it to others. `"#{{name}}"` is a number.
 */
export const FOLDERS = [
  ...[SETUP, VPCS, PROFILE, DOMAINS, IMAGES],
  ...[ACCOUNT, EVENTS, REGIONS, PLATFORM, CLEAN_UP],
];
