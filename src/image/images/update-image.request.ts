import { requestOf } from '../../shared/resources/resource-requests.js';
import { IMAGE } from './image.resource.js';

export class UpdateImageRequest extends requestOf(IMAGE, {
  examples: { label: 'golden', description: 'With all updates of June' },
}) {}
