import { Inject, Injectable } from '@nestjs/common';
import { IMAGE_STORE, type ImageStore, type StoredObject } from './image-store.port.js';
import { IMAGES_FOLDER, isFormerImageKey, isImageKey } from './store-keys.rules.js';
import { StoreOwnerRepository } from './store-owner.repository.js';

const KEYS_AT_ONCE = 500;

/** Objects of the store, and the keys among them that the database knows. */
interface Batch {
  readonly objects: readonly StoredObject[];
  readonly known: ReadonlySet<string>;
}

/** The number of images in a store, by whether the database knows them. */
export interface ImageCount {
  readonly known: number;
  readonly unknown: number;
}

/** Compares the images in the store with those in the database. */
@Injectable()
export class StoreContents {
  constructor(
    private readonly owners: StoreOwnerRepository,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
  ) {}

  /** Counts all images in the store, including those of earlier releases. */
  async count(): Promise<ImageCount> {
    let [known, unknown] = [0, 0];
    for await (const batch of this.batches('', IMAGES_FOLDER)) {
      known += batch.known.size;
      unknown += batch.objects.length - batch.known.size;
    }
    return { known, unknown };
  }

  /**
   * Whether the store holds images, and none that the database knows. Stops reading at the first
   * known image.
   */
  async areForeign(): Promise<boolean> {
    let areForeign = false;
    for await (const { known } of this.batches('', IMAGES_FOLDER)) {
      if (known.size > 0) return false;
      areForeign = true;
    }
    return areForeign;
  }

  /** The images in the store in batches, each image once. */
  async *batches(...folders: string[]): AsyncGenerator<Batch> {
    for (const folder of folders) {
      let objects = new Map<string, StoredObject>();
      for await (const object of this.store.list(folder)) {
        if (!isImageKey(object.key) && !isFormerImageKey(object.key)) continue;
        objects.set(object.key, object);
        if (objects.size < KEYS_AT_ONCE) continue;
        yield await this.compared(objects);
        objects = new Map();
      }
      if (objects.size > 0) yield await this.compared(objects);
    }
  }

  private async compared(objects: ReadonlyMap<string, StoredObject>): Promise<Batch> {
    return { objects: [...objects.values()], known: await this.owners.knownKeys([...objects.keys()]) };
  }
}
