import type { EntityReference } from '../../events/event.js';
import type { ImageEntity } from '../image.entity.js';
import { privateImageId } from '../image.rules.js';

/** The image as the entity of an event; its id is the number N of `private/N` (D-190). */
export function imageReference({ id, label }: Pick<ImageEntity, 'id' | 'label'>): EntityReference {
  return { id, label, type: 'image', url: `/v4/images/${privateImageId(id)}` };
}
