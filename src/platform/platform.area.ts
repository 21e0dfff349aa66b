import type { Area } from '../shared/areas/area.js';
import { PlatformModule } from './platform.module.js';

export const platformArea: Area = { module: PlatformModule };
