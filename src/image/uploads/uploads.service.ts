import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import { invalid, NotFound, ServiceError } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { ClaimsRepository, type ImageBytes } from '../claims/claims.repository.js';
import { ClaimsService } from '../claims/claims.service.js';
import { bytesOfMb, MAX_UPLOAD_BYTES, sizeMb } from '../images/image.rules.js';
import { ImageMetrics } from '../image-metrics.js';
import { brokenGzip, GzipCheck } from './gzip-check.js';
import { IMAGE_STORE, type ImageStore } from './store/image-store.port.js';
import { storeBytes } from './store-bytes.js';
import { mustBeUploadable } from './upload-headers.rules.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { cutAfterMs, isInProgress } from './upload-window.rules.js';
import { UploadsRepository } from './uploads.repository.js';

/** An upload that goes on: what it writes under, and when it is cut. */
interface Upload {
  readonly key: string;
  readonly until: Date;
}

@Injectable()
export class UploadsService {
  constructor(
    private readonly database: Database,
    private readonly uploads: UploadsRepository,
    private readonly claims: ClaimsRepository,
    private readonly claiming: ClaimsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly metrics: ImageMetrics,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Takes an upload's data (D-127 to D-130): when it resolves the image is available; when it rejects, it is as before
   * and the data may be sent again. Only the window's end, or the image's deletion, destroys `data`.
   * @param begin called when the upload is let in, before anything is read.
   */
  async receive(secret: string, data: IncomingMessage, begin: () => void): Promise<void> {
    const upload = await this.claim(sha256(secret), data.headers);
    try {
      begin();
      await this.metrics.measure('upload', () =>
        this.claiming.hold(upload.key, (lost) => this.storeWhole(upload, data, lost)),
      );
    } catch (error) {
      await this.claiming.release(upload.key);
      throw error;
    }
  }

  private claim(hash: Buffer, headers: IncomingHttpHeaders): Promise<Upload> {
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      const pending = await this.uploads.lock(tx, hash, now);
      if (!pending) throw new NotFound();
      mustBeUploadable(headers, MAX_UPLOAD_BYTES);
      if (isInProgress(pending.claimUntil, now))
        throw invalid('', 'An upload to this address is in progress.');
      const key = this.claiming.newKey(pending.id);
      await this.uploads.claim(tx, pending.id, key, this.claiming.until());
      await this.events.progress(tx, pending.eventId, 'started');
      return { key, until: new Date(pending.uploadUntil) };
    });
  }

  private async storeWhole({ key, until }: Upload, data: Readable, lost: AbortSignal): Promise<void> {
    const cut = () => data.destroy(new Error('the upload was cancelled'));
    const window = setTimeout(cut, cutAfterMs(until, this.clock.milliseconds()));
    lost.addEventListener('abort', cut);
    try {
      await this.complete(key, await this.storeData(key, data));
    } finally {
      clearTimeout(window);
      lost.removeEventListener('abort', cut);
    }
  }

  private async storeData(key: string, data: Readable): Promise<ImageBytes> {
    const check = new GzipCheck(bytesOfMb(this.settings.imageMaxSizeMb));
    // The connection must outlive a refusal, to carry it.
    const source = data.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    try {
      const stored = await storeBytes(this.store, key, source, { maxBytes: MAX_UPLOAD_BYTES, check });
      return { ...stored, sizeMb: sizeMb(check.inflatedBytes) };
    } catch (error) {
      // Dropped by its sender, or cut: what came is broken, and nobody is there to be told.
      throw data.destroyed && !(error instanceof ServiceError) ? brokenGzip() : error;
    }
  }

  private async complete(key: string, stored: ImageBytes): Promise<void> {
    const available = await this.database.transaction(async (tx) => {
      const image = await this.claims.complete(tx, key, stored, this.clock.now());
      if (image) await this.events.progress(tx, image.eventId, 'finished');
      return image;
    });
    if (available) {
      this.metrics.stored('upload', stored.bytes);
      return;
    }
    // Deleted or expired meanwhile. What can't be deleted now is an orphan, which a job removes.
    await this.store.delete(key).catch(() => undefined);
    throw new NotFound();
  }
}
