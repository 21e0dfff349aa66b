import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD } from '../../src/shared/build.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { LAST_RELEASE } from '../support/release.js';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

const versions = Array.from(read('CHANGELOG.md').matchAll(/^## (.*)$/gm), ([, version]) => version!);

describe('[D-298] the version of the product', () => {
  it('is the newest of the changelog', () => {
    expect(versions).toEqual(versions.map(() => expect.stringMatching(/^\d+\.\d+\.\d+$/)));
    expect(BUILD.version).toBe(versions[0]);
  });

  it('follows the release whose program the tests of upgrades run', () => {
    expect(LAST_RELEASE).toBe(versions[1]);
    expect(existsSync(join(packageRoot, `test/support/releases/${LAST_RELEASE}.tar.gz`))).toBe(true);
  });

  it('is the tag of the image in the manifests', () => {
    const tags = [...read('deploy/kubernetes/cloud-account.yaml').matchAll(/image: .*\/cloud-account:(.*)/g)];
    expect(tags.map(([, tag]) => tag)).toEqual([BUILD.version, BUILD.version]);
    const [, composed] = /image: &service_image \S+:(\S+)/.exec(read('docker-compose.yml'))!;
    expect(composed).toBe(BUILD.version);
  });
});
