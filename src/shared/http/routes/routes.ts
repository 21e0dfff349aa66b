import type { Request } from 'express';
import { match, type MatchFunction } from 'path-to-regexp';

/** The injection token of `Routes`. */
export const ROUTES = Symbol('Routes');

/** A method and path of the service. */
export interface Route {
  readonly method: string;
  readonly path: string;
  /** A page for a browser: no other origin may read it (D-160). */
  readonly isPage?: boolean;
}

interface Matcher extends Route {
  readonly matches: MatchFunction<Request['params']>;
}

/** The route that serves a request. */
interface FoundRoute {
  readonly method: string;
  /** As the route was registered. */
  readonly path: string;
  /** Decoded; a parameter with slashes comes in parts. */
  readonly params: Request['params'];
}

/** Finds the methods of a path (D-03, 405). */
export class Routes {
  private readonly matchers: readonly Matcher[];
  private readonly methodsOfFixed: ReadonlyMap<string, readonly string[]>;

  constructor(routes: readonly Route[]) {
    this.matchers = routes.map((route) => ({
      ...route,
      matches: match(route.path, { sensitive: true, trailing: true }),
    }));
    const fixed = routes.map(({ path }) => path).filter(isFixed);
    this.methodsOfFixed = new Map(fixed.map((path) => [path, this.methodsOf(path)]));
  }

  /** Whether the path has no parameters and does not support this method. */
  isFixedWithout(method: string, path: string): boolean {
    const methods = this.methodsOfFixed.get(path.endsWith('/') ? path.slice(0, -1) : path);
    return methods !== undefined && !methods.includes(method);
  }

  /**
   * The name of a route outside the endpoint table, for metrics and logs. The number of names does
   * not depend on what clients send.
   */
  nameOf(url: string): string {
    const path = url.split('?', 1)[0]!;
    if (path.startsWith('/v4/') || path.startsWith('/platform/')) return UNKNOWN;
    if (path.startsWith('/docs')) return '/docs';
    if (UNLISTED.has(path)) return path;
    return this.matching(path)[0]?.path ?? UNKNOWN;
  }

  isPage(path: string): boolean {
    return this.matching(path).some((route) => route.isPage);
  }

  /**
   * The route of a request.
   * @returns undefined for an unknown path, or a method that it does not support
   */
  find(method: string, path: string): FoundRoute | undefined {
    const route = this.serving(path).find((other) => other.method === method);
    const found = route?.matches(path);
    return route && found ? { method, path: route.path, params: found.params } : undefined;
  }

  /** In the order GET, HEAD, POST, PUT, DELETE, OPTIONS; empty for an unknown path. */
  methodsOf(path: string): string[] {
    const methods = new Set(this.serving(path).map(({ method }) => method));
    if (methods.size === 0) return [];
    if (methods.has('GET')) methods.add('HEAD');
    return ORDER.filter((method) => method === 'OPTIONS' || methods.has(method));
  }

  /** A fixed path takes precedence over a parameter: POST images/upload is not an image (D-185). */
  private serving(path: string): readonly Matcher[] {
    const found = this.matching(path);
    const fixed = found.filter((route) => isFixed(route.path));
    return fixed.length > 0 ? fixed : found;
  }

  /** The matching routes; none for a path that can't be decoded. */
  private matching(path: string): readonly Matcher[] {
    try {
      return this.matchers.filter(({ matches }) => matches(path));
    } catch {
      return [];
    }
  }
}

function isFixed(path: string): boolean {
  return !/[:*]/.test(path);
}

const UNKNOWN = 'none';
const UNLISTED = new Set(['/health/live', '/health/ready', '/openapi.json']);
const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
