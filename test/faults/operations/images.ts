import { TidyService } from '../../../src/image/jobs/tidy.service.js';
import { ServiceError } from '../../../src/shared/errors/errors.js';
import { statusOf } from '../../../src/shared/http/response/errors.filter.js';
import { platform } from '../../support/client.js';
import { captureAll, makeDisk, makeUpload, send } from '../../support/images.js';
import { done, next } from '../../support/makers.js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation, Outcome } from '../support/operation.js';
import type { FaultyService } from '../support/faulty-service.js';
import { instanceBody } from './vpcs.js';

/** Longer than a lease lasts when nobody renews it. */
const CLAIM_SECONDS = 40;
const DISK = makeDisk(20_000);

export const IMAGE_OPERATIONS: readonly Operation[] = [
  {
    name: 'image capture, asked for',
    prepare: async (service, name) => {
      const disk = await makeDiskOf(service, name);
      return () => service.account.client.post('/images', { disk_id: disk, label: name });
    },
  },
  {
    name: 'image capture, made',
    triesAgain: true,
    prepare: async (service, name) => {
      await finishOthers(service);
      const disk_id = await makeDiskOf(service, name);
      done(await service.account.client.post('/images', { disk_id, label: name }));
      return () => {
        service.app.clock.forward(CLAIM_SECONDS);
        return outcomeOf(captureAll(service.app));
      };
    },
  },
  {
    name: 'image capture of a disk that can’t be read',
    triesAgain: true,
    prepare: async (service, name) => {
      await finishOthers(service);
      const disk_id = await makeDiskOf(service, name, { source: 'missing.raw' });
      done(await service.account.client.post('/images', { disk_id, label: name }));
      return () => {
        service.app.clock.forward(CLAIM_SECONDS);
        return outcomeOf(captureAll(service.app));
      };
    },
  },
  {
    name: 'image upload, asked for',
    prepare: ({ restricted }, name) =>
      Promise.resolve(() => restricted.post('/images/upload', { label: name, region: 'us-east' })),
  },
  {
    name: 'image upload, received',
    prepare: async (service, name) => {
      const { address } = await makeUpload(service.app, service.account.client, { label: name });
      return () => {
        service.app.clock.forward(CLAIM_SECONDS);
        return send(address, new Uint8Array(DISK.gzip));
      };
    },
  },
  {
    name: 'image delete',
    prepare: async (service, name) => {
      const { client } = service.account;
      const { id, address } = await makeUpload(service.app, client, { label: name });
      done(await send(address, new Uint8Array(DISK.gzip)));
      return () => client.delete(`/images/${id}`);
    },
  },
  {
    name: 'end of an upload’s window',
    prepare: async (service, name) => {
      await finishOthers(service);
      await makeUpload(service.app, service.account.client, { label: name });
      service.app.clock.forward(86_400);
      return () => outcomeOf(service.app.app.get(TidyService).deleteOverdue());
    },
  },
];

/** Finishes the work that other operations have left to the jobs. */
async function finishOthers({ app }: FaultyService): Promise<void> {
  app.clock.forward(CLAIM_SECONDS);
  await captureAll(app);
  app.clock.forward(86_400);
  await app.app.get(TidyService).deleteOverdue();
}

/** A disk with bytes. @returns its id. */
async function makeDiskOf(
  service: FaultyService,
  name: string,
  extra: { source?: string } = {},
): Promise<number> {
  const source = `${name}.raw`;
  await writeFile(join(service.diskFolder, source), DISK.raw);
  const instance = instanceBody(service, name);
  const disks = [{ ...instance.disks[0]!, source, ...extra }];
  done(await platform(service.app).put(`/instances/${next()}`, { ...instance, disks }));
  return disks[0]!.id;
}

/** As a request's would be. */
function outcomeOf(job: Promise<unknown>): Promise<Outcome> {
  return job.then(
    () => ({ status: 200 }),
    (error: unknown) => ({ status: error instanceof ServiceError ? statusOf(error) : 500 }),
  );
}
