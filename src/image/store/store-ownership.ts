import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Unavailable } from '../../shared/errors/errors.js';
import { StartError } from '../../shared/errors/start-error.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { IMAGE_STORE, type ImageStore } from './image-store.port.js';
import { misconfiguration } from './store-failure.js';
import { StoreContents, type ImageCount } from './store-contents.js';
import { conflictWithMarker, MARKER_KEY, markerText } from './store-marker.rules.js';
import { StoreOwnerRepository } from './store-owner.repository.js';

/**
 * Requires that the image store belongs to this database before anything in it is deleted (D-220).
 */
@Injectable()
export class StoreOwnership {
  constructor(
    private readonly owners: StoreOwnerRepository,
    private readonly contents: StoreContents,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks the store at start. A store that is down does not stop the service: uploads answer 503
   * meanwhile.
   * @throws StartError when the store belongs to another database, or needs a changed setting
   */
  async checkAtStart(): Promise<void> {
    try {
      await this.require();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      const reason = misconfiguration(error);
      if (reason !== undefined) throw new StartError(`${this.name} can't be used: ${reason}.`);
      this.logger.error({ err: error, store: this.settings.imageStore }, 'image store is down at start');
    }
  }

  /**
   * Reads the marker, and adopts an unmarked store that is empty or holds an image of this
   * database.
   * @throws StartError when the store belongs to another database or generation; Unavailable when
   * it is down
   */
  async require(): Promise<void> {
    const conflict = await this.conflict();
    if (conflict === undefined) return;
    throw new StartError(
      `${this.name} ${conflict}. If this database must own it from now on, run: npm run admin -- image-store adopt`,
    );
  }

  /**
   * Makes this database the owner of the store, in place of any other.
   * @returns the images that it owns now
   */
  async adopt(): Promise<ImageCount> {
    await this.mark();
    return this.contents.count();
  }

  private get name(): string {
    return `The image store ${this.settings.imageStore}`;
  }

  private async conflict(): Promise<string | undefined> {
    const marker = await this.store.readText(MARKER_KEY);
    if (marker !== undefined) return conflictWithMarker(marker, await this.owners.self());
    if (await this.contents.areForeign()) return "holds images that this database doesn't know";
    await this.mark();
    return undefined;
  }

  private async mark(): Promise<void> {
    await this.store.writeText(MARKER_KEY, markerText(await this.owners.self()));
  }
}
