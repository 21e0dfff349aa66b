const RECORDED = 'query, command, versioned, append, take';

/** Lets the functions that make statements hand each to `recordStatement`. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/src/database/statement.ts')) return loaded;
  const recording = `[${RECORDED}] = [${RECORDED}].map((make) => (...of) => globalThis.recordStatement(make(...of)));`;
  return { ...loaded, source: `${loaded.source}\n${recording}` };
}
