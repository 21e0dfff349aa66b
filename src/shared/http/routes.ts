import { match, type MatchFunction } from 'path-to-regexp';

/** The injection token of `Routes`. */
export const ROUTES = Symbol('Routes');

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Which methods a path has (D-03, 405): asked only for OPTIONS and for what no handler took. */
export class Routes {
  private readonly matchers: readonly (Route & { readonly matches: MatchFunction<object> })[];

  constructor(routes: readonly Route[]) {
    this.matchers = routes.map((route) => ({
      ...route,
      matches: match(route.path, { sensitive: true, trailing: true }),
    }));
  }

  /** In the order GET, HEAD, POST, PUT, DELETE, OPTIONS; empty for an unknown path. */
  methodsOf(path: string): string[] {
    const found = this.matchers.filter(({ matches }) => matches(path));
    // A fixed path wins over one with an id in its place: POST images/upload is no image (D-185).
    const fixed = found.filter((route) => !/[:*]/.test(route.path));
    const methods = new Set((fixed.length > 0 ? fixed : found).map(({ method }) => method));
    if (methods.size === 0) return [];
    if (methods.has('GET')) methods.add('HEAD');
    return ORDER.filter((method) => method === 'OPTIONS' || methods.has(method));
  }
}

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
