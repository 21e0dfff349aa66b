import { describeMemoryAfter } from './support/attack-memory.js';
import { ZONE_ATTACKS } from './support/attacks/all.js';

await describeMemoryAfter(ZONE_ATTACKS);
