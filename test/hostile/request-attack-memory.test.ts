import { describeMemoryAfter } from './support/attack-memory.js';
import { REQUEST_ATTACKS } from './support/attacks/all.js';

await describeMemoryAfter(REQUEST_ATTACKS);
