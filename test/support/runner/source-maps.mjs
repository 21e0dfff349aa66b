import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '../typescript-hooks.mjs';

/** The file with the source map of each of our sources, for jest's stacks: written when a stack first names the source. */
export class SourceMaps extends Map {
  /** @param folder where the files stay */
  constructor(folder) {
    super();
    this.folder = folder;
  }

  get(url) {
    if (!/^file:.*\.ts$/.test(url)) return undefined;
    if (!this.has(url)) this.set(url, this.write(fileURLToPath(url)));
    return super.get(url);
  }

  write(filename) {
    const { map } = compile(filename, true);
    const file = join(this.folder, `${createHash('sha256').update(map).digest('hex')}.map`);
    mkdirSync(this.folder, { recursive: true });
    if (!existsSync(file)) writeFileSync(file, map);
    return file;
  }
}
