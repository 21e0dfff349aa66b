import type { EntityReference } from '../../events/event.js';
import { privateImageId } from './image.rules.js';

/** An image as events name it: by the number of `private/N` (D-190). */
export function imageEntity({ id, label }: { readonly id: number; readonly label: string }): EntityReference {
  return { id, label, type: 'image', url: `/v4/images/${privateImageId(id)}` };
}
