export const JSON_TYPE = 'application/json';
/** The media type of problem details (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';
/** What a cursor finds of a list: JSON of another shape than a page, which a parameter distinguishes (D-236, D-296). */
export const CURSOR_TYPE = 'application/json; pagination=cursor';
