export const JSON_TYPE = 'application/json';
/** The media type of problem details (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';
/**
 * The items after a cursor. A parameter distinguishes their JSON from that of a page (D-236,
 * D-296).
 */
export const CURSOR_TYPE = 'application/json; pagination=cursor';
