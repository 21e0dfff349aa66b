import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOfThisRelease, migrationName } from '../../src/database/migrations/migration-files.js';
import { BUILD } from '../../src/shared/build.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { LAST_RELEASE, unpackRelease } from '../support/release.js';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

const versions = Array.from(read('CHANGELOG.md').matchAll(/^## (.*)$/gm), ([, version]) => version!);

describe('[D-298] the version of the product', () => {
  it('is the newest of the changelog', () => {
    expect(versions).toEqual(versions.map(() => expect.stringMatching(/^\d+\.\d+\.\d+$/)));
    expect(BUILD.version).toBe(versions[0]);
  });

  it('follows the release whose program the tests of upgrades run', () => {
    expect(LAST_RELEASE).toBe(versions[1]);
    expect(readdirSync(join(packageRoot, 'test/support/releases'))).toEqual([`${LAST_RELEASE}.tar.gz`]);
  });

  it('separates the migrations of this release from those of the last one', () => {
    const last = unpackRelease();
    const namesIn = (folder: string) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.up.sql'))
        .map(migrationName);
    const before = namesIn(last.migrations);
    const added = namesIn(join(packageRoot, 'migrations')).filter((name) => !before.includes(name));
    expect(before.filter(isOfThisRelease)).toEqual([]);
    expect(added.filter((name) => !isOfThisRelease(name))).toEqual([]);
    last.remove();
  });

  it('is the tag of the image in the manifests', () => {
    const tags = [...read('deploy/kubernetes/cloud-account.yaml').matchAll(/image: .*\/cloud-account:(.*)/g)];
    expect(tags.map(([, tag]) => tag)).toEqual([BUILD.version, BUILD.version]);
    const [, composed] = /image: &service_image \S+:(\S+)/.exec(read('docker-compose.yml'))!;
    expect(composed).toBe(BUILD.version);
  });
});
