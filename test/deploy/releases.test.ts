import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD } from '../../src/shared/build.js';
import { packageRoot } from '../../src/shared/package-root.js';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

describe('[D-298] the version of the product', () => {
  it('is the newest of the changelog', () => {
    const [, newest] = /^## (.*)$/m.exec(read('CHANGELOG.md'))!;
    expect(newest).toMatch(/^\d+\.\d+\.\d+$/);
    expect(BUILD.version).toBe(newest);
  });

  it('is the tag of the image in the manifests', () => {
    const tags = [...read('deploy/kubernetes/cloud-account.yaml').matchAll(/image: .*\/cloud-account:(.*)/g)];
    expect(tags.map(([, tag]) => tag)).toEqual([BUILD.version, BUILD.version]);
    const [, composed] = /image: &service_image \S+:(\S+)/.exec(read('docker-compose.yml'))!;
    expect(composed).toBe(BUILD.version);
  });
});
