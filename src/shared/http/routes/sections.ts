import { Router, type NextFunction, type Request, type Response } from 'express';

/**
 * One router per section of the API (`/v4/domains`). Express tries routes one after the other:
 * without sections, a request would be matched against all routes registered before its own.
 */
export class Sections {
  private readonly routers = new Map<string, Router>();

  get areEmpty(): boolean {
    return this.routers.size === 0;
  }

  /** The router for the section of the path. */
  routerOf(path: string): Router {
    const section = sectionOf(path);
    const router = this.routers.get(section) ?? Router({ caseSensitive: true });
    this.routers.set(section, router);
    return router;
  }

  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    const router = this.routers.get(sectionOf(request.path));
    if (router) router(request, response, next);
    else next();
  };
}

/**
 * The first two segments of an API path, the first segment of others: later segments may be
 * parameters (`/image-uploads/:address`).
 */
function sectionOf(path: string): string {
  const end = path.indexOf('/', path.startsWith(API) ? API.length : 1);
  return end < 0 ? path : path.slice(0, end);
}

const API = '/v4/';
