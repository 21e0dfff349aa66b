import { UPLOAD_ROWS } from '../images/upload.mjs';
import { LIVE_ROW } from '../peers/nameserver.mjs';
import { START_ROW } from '../start/start.mjs';
import { DOMAIN_ROWS } from './domains.mjs';
import { IMAGE_ROWS } from './images.mjs';
import { LARGE_ROWS } from './large.mjs';
import { PROFILE_ROWS } from './profile.mjs';
import { RECORD_ROWS } from './records.mjs';
import { VPC_ROWS } from './vpcs.mjs';

/**
 * What is measured. A row:
 * - `name`; `floor`, the least ratio; `p99`, the most times the limit's 99th percentile (2 unless told)
 * - `requests(world)` prepares a run and gives the function that tells the next request (`{ method, path, token, body }`)
 *   or undefined when there is none left; `status` of a right answer (200); `connections` (32); `perRun`, the most of
 *   them in a run; `needs(servers)`, what must have been started
 * - `bare`, the same endpoint written by hand for the bare server: `{ method, path, scope, handle }`; or `against`,
 *   `{ name, requests }`, what the service itself is compared with
 * - `on(servers)` gives `{ service, world }`, where the service runs instead
 * - `twoProcesses`: measured a second time with two processes of each
 * - `peers`, other programs: `{ name, floor, start(servers), requests(peer), status }`; absent when `start` gives nothing
 *
 * A row with `measure(context)` instead tells a figure of its own: `{ name, text, goal, ratio, limit }`.
 */
export const ROWS = [
  ...PROFILE_ROWS,
  ...VPC_ROWS,
  ...RECORD_ROWS,
  ...DOMAIN_ROWS,
  ...IMAGE_ROWS,
  ...UPLOAD_ROWS,
  ...LARGE_ROWS,
  LIVE_ROW,
  START_ROW,
];
