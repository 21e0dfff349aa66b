import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/shared/package-root.js';

const JAR = join(
  packageRoot,
  'node_modules',
  '@openapitools/openapi-generator-cli',
  'bin/openapi-generator.jar',
);

/** openapi-generator, with a folder for what it makes of the service's document. */
export class OpenApiGenerator {
  readonly folder = mkdtempSync(join(tmpdir(), 'generated-'));

  private constructor(document: string) {
    writeFileSync(this.documentFile, document);
  }

  static async on(url: string): Promise<OpenApiGenerator> {
    return new OpenApiGenerator(await (await fetch(`${url}/openapi.json`)).text());
  }

  /** Writes the generator's own templates of a language. @returns their folder */
  async templates(language: string): Promise<string> {
    const templates = join(this.folder, 'templates');
    await this.java('author', 'template', '-g', language, '-o', templates);
    return templates;
  }

  async generate(language: string, templates: string, output: string, ...more: string[]): Promise<void> {
    const files = ['-i', this.documentFile, '-t', templates, '-o', output];
    await this.java('generate', '-g', language, ...files, ...more);
  }

  /** @returns what the program prints */
  async run(
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const options = { cwd: this.folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    return (await promisify(execFile)(program, args, options)).stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  private get documentFile(): string {
    return join(this.folder, 'openapi.json');
  }

  private java(...args: string[]): Promise<string> {
    return this.run('java', ['-jar', JAR, ...args]);
  }
}
