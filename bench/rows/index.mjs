import { UPLOAD_ROWS } from '../images/upload.mjs';
import { LIVE_ROW } from '../peers/nameserver.mjs';
import { START_ROW } from '../start/start.mjs';
import { CHANGE_ROWS } from './changes.mjs';
import { DOMAIN_ROWS } from './domains.mjs';
import { IMAGE_ROWS } from './images.mjs';
import { LARGE_ROWS } from './large.mjs';
import { PROFILE_ROWS } from './profile.mjs';
import { RECORD_ROWS } from './records.mjs';
import { VPC_ROWS } from './vpcs.mjs';

/**
 * The rows to measure. A row has:
 * - `name`; `floor`, the minimum of the ratio: by CPU beside the bare server, by rate beside the service itself, unless
 *   `floorBy` (`cpu`, `rate`) says otherwise; `p99`, the maximum ratio of the 99th percentiles (default 1.5)
 * - `requests(world)`: prepares a run and returns a function that returns the next request (`{ method, path, token, body }`),
 *   or undefined after the last one; `status` of a right answer (default 200); `connections` (default 32); `perRun`, the most
 *   requests of a run; `needs(servers)`: starts what the row needs
 * - `bare`, the same endpoint written by hand for the bare server: `{ method, path, scope, handle }`; or `against`,
 *   `{ name, requests }`, to compare the service with itself
 * - `on(servers, world)`: returns `{ service, world }` if the service must run elsewhere
 * - `processes`: numbers of processes of each server with which to measure again; `crowd`: whether to measure again with
 *   128 connections
 * - `peers`, other programs: `{ name, floor, start(servers), requests(peer), status }`; `start` returns undefined if it is missing
 *
 * A row with `measure(context)` returns a figure of its own instead: `{ name, text, goal, ratio, limit }`.
 */
export const ROWS = [
  ...PROFILE_ROWS,
  ...VPC_ROWS,
  ...RECORD_ROWS,
  ...DOMAIN_ROWS,
  ...CHANGE_ROWS,
  ...IMAGE_ROWS,
  ...UPLOAD_ROWS,
  ...LARGE_ROWS,
  LIVE_ROW,
  START_ROW,
];
