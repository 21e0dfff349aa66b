// Writes the bill of materials of a production installation (CycloneDX), from the lock file: npm
// run sbom -- FILE
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [file = 'sbom.cdx.json'] = process.argv.slice(2);

const shipped = shippedPackages();
const bill = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
const self = bill.metadata.component['bom-ref'];
const isShipped = (ref) => ref === self || shipped.has(ref);
// `npm sbom --omit=dev` also omits production packages that development packages need as peers.
bill.components = bill.components.filter((component) => isShipped(component['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => isShipped(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
writeFileSync(file, JSON.stringify(bill, undefined, 2));
console.log(`${file}: ${bill.components.length} packages`);

/**
 * `name@version` of each package that an installation without development dependencies may contain.
 */
function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return new Set(
    Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
  );
}
