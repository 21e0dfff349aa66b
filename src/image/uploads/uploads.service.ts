import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import { invalid, NotFound, ServiceError } from '../../shared/errors/errors.js';
import type { AnsweredRequest } from '../../shared/http/response/response-headers.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { Clock } from '../../shared/time/clock.js';
import { ImagesRepository } from '../images/images.repository.js';
import { LeasesRepository, type ImageBytes } from '../leases/leases.repository.js';
import { LeaseKeeper } from '../leases/lease-keeper.js';
import { bytesOfMb, MAX_UPLOAD_BYTES, sizeMb } from '../image.rules.js';
import { ProgressReports } from '../progress-reports.js';
import { ImageMetrics } from '../image-metrics.js';
import { InflateTurns } from './inflate-turns.js';
import { brokenGzip, GzipCheck } from './gzip-check.js';
import { IMAGE_STORE, type ImageStore } from '../store/image-store.port.js';
import { storeBytes } from '../store/store-bytes.js';
import { requireUploadable } from './upload-headers.rules.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { cutAfterMs, isInProgress } from './upload-window.rules.js';

/** A running upload: its key in the store, and the end of its window. */
interface Upload {
  readonly accountId: number;
  readonly eventId: number;
  readonly key: string;
  readonly until: Date;
}

@Injectable()
export class UploadsService {
  constructor(
    private readonly database: Database,
    private readonly images: ImagesRepository,
    private readonly leases: LeasesRepository,
    private readonly leaseKeeper: LeaseKeeper,
    private readonly events: EventsService,
    private readonly reports: ProgressReports,
    private readonly work: CostlyWork,
    private readonly inflating: InflateTurns,
    private readonly clock: Clock,
    private readonly metrics: ImageMetrics,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Receives an upload's data (D-127 to D-130). Resolves when the image is available. When it
   * rejects, the image is unchanged, and the client may send the data again. Destroys `data` only
   * at the end of the window or when the image is deleted. Accounts take turns (D-211).
   * @param accepted called before the first byte is read
   * @throws NotFound for an unknown, used or expired address; TooMany when too many uploads are
   * running
   */
  async receive(secret: string, data: AnsweredRequest, accepted: () => void): Promise<void> {
    const upload = await this.begin(sha256(secret), data);
    try {
      await this.work.uploads.run(upload.accountId, () => {
        accepted();
        return this.metrics.measure('upload', () =>
          this.leaseKeeper.during(upload.key, (lost) => this.receiveInWindow(upload, data, lost)),
        );
      });
    } catch (error) {
      await this.leaseKeeper.release(upload.key);
      throw error;
    }
  }

  private begin(hash: Buffer, data: AnsweredRequest): Promise<Upload> {
    return this.database.transaction(async (tx) => {
      const pending = await this.images.lockUpload(tx, hash, this.clock.now());
      if (!pending) throw new NotFound();
      data.upload = { accountId: pending.accountId!, imageId: pending.id };
      requireUploadable(data.headers, MAX_UPLOAD_BYTES);
      if (isInProgress(pending.leaseUntil, this.clock.now())) throw invalid('', 'upload_under_way');
      const key = this.leaseKeeper.newKey(pending.id);
      await this.leases.take(tx, pending.id, key, this.leaseKeeper.until());
      await this.events.progress(tx, pending.eventId!, 'started');
      return { accountId: pending.accountId!, eventId: pending.eventId!, key, until: pending.uploadUntil! };
    });
  }

  private async receiveInWindow(upload: Upload, data: IncomingMessage, lost: AbortSignal): Promise<void> {
    const { key, until } = upload;
    const cut = () => data.destroy(new Error('the upload was cancelled'));
    const window = setTimeout(cut, cutAfterMs(until, this.clock.milliseconds()));
    lost.addEventListener('abort', cut);
    try {
      const stored = await this.storeData(upload, data);
      // The image was deleted, or its window ended meanwhile.
      if (!(await this.leaseKeeper.complete('upload', key, stored))) throw new NotFound();
    } finally {
      clearTimeout(window);
      lost.removeEventListener('abort', cut);
    }
  }

  private async storeData({ key, accountId, eventId }: Upload, data: IncomingMessage): Promise<ImageBytes> {
    const check = new GzipCheck(bytesOfMb(this.settings.imageMaxSizeMb));
    const inTurn = this.inflating.check(accountId, check);
    // The connection stays open for the error response.
    const chunks = data.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    const source = this.reports.watch(chunks, eventId, Number(data.headers['content-length']));
    try {
      const stored = await storeBytes(this.store, key, source, { maxBytes: MAX_UPLOAD_BYTES, check: inTurn });
      return { ...stored, sizeMb: sizeMb(check.inflatedBytes) };
    } catch (error) {
      // The client disconnected, or the window ended: the data is incomplete, and no one reads the
      // response.
      throw data.destroyed && !(error instanceof ServiceError) ? brokenGzip() : error;
    }
  }
}
