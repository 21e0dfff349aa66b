import { PROFILE_ROWS } from './profile.mjs';
import { VPC_ROWS } from './vpcs.mjs';

/**
 * What is measured. A row: its `name`; the `status` of a right answer; `requests(world)`, which prepares a run and gives
 * the function that tells the next request (`{ method, path, token, body }`) or undefined when there is none left; and
 * `bare`, the same endpoint written by hand for the bare server: `{ method, path, scope, handle }`.
 */
export const ROWS = [...PROFILE_ROWS, ...VPC_ROWS];
