import type { TestApp } from './app.js';

export interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Where the page leads by itself: the path, or the whole address outside the service. */
  readonly location: string;
}

type Fields = Record<string, string>;

const PUBLIC_URL = 'http://localhost:3000';

/** A browser without scripts. It keeps cookies by path, sends forms with their CSRF token, and follows no redirect by itself. */
export class Visitor {
  private readonly cookies = new Map<string, { value: string; path: string }>();
  private csrf = '';

  constructor(
    private app: TestApp,
    private readonly headers: Fields = {},
  ) {}

  /** Sends further requests to another replica. */
  moveTo(app: TestApp): void {
    this.app = app;
  }

  get(path: string): Promise<Page> {
    return this.send('GET', path);
  }

  /** Sends the form of the last page. */
  submit(path: string, fields: Fields): Promise<Page> {
    const body = new URLSearchParams({ csrf: this.csrf, ...fields });
    return this.send('POST', path, body);
  }

  async send(method: string, path: string, body?: URLSearchParams): Promise<Page> {
    const response = await fetch(this.app.url + path, {
      method,
      body,
      headers: { ...this.headers, cookie: this.cookieHeader(path) },
      redirect: 'manual',
    });
    response.headers.getSetCookie().forEach((cookie) => this.keep(cookie));
    const text = await response.text();
    this.csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? this.csrf;
    const refresh = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1];
    const location = (response.headers.get('location') ?? refresh ?? '').replace(PUBLIC_URL, '');
    return { status: response.status, text, headers: response.headers, location };
  }

  /** Follows redirects while they stay with the service. */
  async follow(page: Page): Promise<Page> {
    let now = page;
    while (now.location.startsWith('/')) now = await this.get(now.location);
    return now;
  }

  /** The token of the form that was last shown. */
  get csrfToken(): string {
    return this.csrf;
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)?.value;
  }

  setCookie(name: string, value: string, path: string): void {
    this.cookies.set(name, { value, path });
  }

  /** Forgets cookies, as a browser does with those without an expiry when it closes. */
  forget(...names: string[]): void {
    for (const name of names) this.cookies.delete(name);
  }

  /** The `Cookie` header of a request to the path. */
  cookieHeader(path: string): string {
    return [...this.cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  private keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    const path = /;\s*path=([^;]+)/i.exec(cookie)?.[1] ?? '/';
    const expires = /;\s*expires=([^;]+)/i.exec(cookie)?.[1];
    const gone = value === '' || (expires !== undefined && new Date(expires).getTime() <= 0);
    if (gone) this.cookies.delete(name);
    else this.cookies.set(name, { value, path });
  }
}
