import type { CatalogueEntry } from './entry.js';

/** Refusals of requests of any kind. */
export const REQUEST_CODES = {
  malformed_request: {
    reason: 'Bad Request',
    title: 'The request is not valid HTTP',
    explanation: 'The server could not read the request line or a header.',
    remedy:
      'Send the request with an HTTP library, and check that no header has line breaks or control characters.',
  },
  request_timeout: {
    reason: 'Request Timeout',
    title: 'The request took too long to arrive',
    explanation: 'All headers of a request must arrive within a minute of its first byte.',
    remedy: 'Send the request again. If the error is frequent, look for a slow or lossy connection.',
  },
  headers_too_large: {
    reason: 'Request Header Fields Too Large',
    title: 'The headers are too large',
    explanation: 'All headers of a request together may have at most 16 KiB.',
    remedy: 'Shorten the filter in X-Filter, or leave out cookies and headers that the API does not need.',
  },
  invalid_json: {
    reason: 'Invalid JSON',
    title: 'The body is not JSON',
    explanation: 'The body must be JSON in UTF-8, complete, and nested at most 512 deep.',
    remedy:
      'Create the body with a JSON library. Look for a surplus comma, single quotes, or text after the end.',
  },
  body_not_object: {
    reason: 'Request body must be a JSON object',
    title: 'The body is not an object',
    explanation:
      'The body is JSON, but a list, a text, a number or null. Fields have names, so the body is an object.',
    remedy: 'Send an object: {"label": "example"}.',
  },
  body_too_large: {
    reason: 'Request body is too large',
    title: 'The body is too large',
    explanation:
      'A JSON body may have 1 MiB, a set of changes of a zone 8 MiB and 12,000 entries, a zone text 4 MiB and 12,000 records, the data of an image 5 GiB. The service refuses a larger body before it reads it.',
    remedy: 'Split the change into several requests, or compress the image better.',
  },
  unsupported_media_type: {
    reason: 'Unsupported Media Type',
    title: 'The type or the encoding of the body is not supported',
    explanation:
      'The API accepts application/json in UTF-8, for a zone file text/dns, and for the data of an upload application/octet-stream. No Content-Encoding is supported.',
    remedy: 'Correct the header that `field` names, or leave it out.',
  },
  value_required: {
    reason: '{key} is required',
    title: 'A field is missing',
    explanation: 'The request needs this field. A field that is null counts as missing.',
    remedy: 'Send the field that `field` names. The API document lists the fields of each request.',
  },
  value_not_valid: {
    reason: '{key} is not valid',
    title: 'A value has the wrong type or form, or refers to a missing entity',
    explanation:
      'The value has another JSON type or form than the field, or it refers to an entity that does not exist or is not yours.',
    remedy:
      'Compare the value with the field in the API document. Numbers have no quotes. Check ids and names for mistakes.',
  },
  value_out_of_range: {
    reason: 'Must be {minimum}-{maximum}',
    title: 'A number is too small or too large',
    explanation: 'The value must be an integer from `minimum` to `maximum`, both included.',
    remedy: 'Send an integer in this range.',
  },
  length_out_of_range: {
    reason: 'Length must be {minimum}-{maximum} characters',
    title: 'A text is too short or too long',
    explanation:
      'The text must have `minimum` to `maximum` characters (Unicode code points). For a list of texts, the limit is for their sum.',
    remedy: 'Shorten or lengthen the text.',
  },
  value_not_allowed: {
    reason: 'Must be one of {allowed}',
    title: 'A value is not one of the allowed values',
    explanation: 'The value must be one of those in `allowed`, with exactly that spelling.',
    remedy: 'Send one of these values.',
  },
  time_not_in_future: {
    reason: 'Must be in the future',
    title: 'A time is in the past',
    explanation: 'The time is not later than the time of the request.',
    remedy: 'Send a later time. Check the time zone: a time without one is UTC.',
  },
  filter_not_json: {
    reason: 'Filter not valid JSON',
    title: 'The filter is not JSON',
    explanation: 'The header X-Filter must be JSON in UTF-8.',
    remedy: 'Create the header with a JSON library: X-Filter: {"label": "example"}.',
  },
  filter_not_applicable: {
    reason: 'Could not apply filter',
    title: 'A part of the filter is not valid',
    explanation:
      'An operator is unknown, a value does not have the type of its field, or the filter is nested more than 10 deep or has more than 500 members.',
    remedy:
      'Use +and, +or, +gt, +gte, +lt, +lte, +neq, +contains, with numbers for numbers and times for times.',
  },
  filter_field_unknown: {
    reason: 'Cannot filter on {name}',
    title: 'The list cannot be filtered by this field',
    explanation: 'Each list has a fixed set of fields for filters, and this field is not one of them.',
    remedy: 'The API document names the fields under the parameter X-Filter of each list.',
  },
  order_field_unknown: {
    reason: 'Cannot order by {name}',
    title: 'The list cannot be sorted by this field',
    explanation:
      'Each list has a fixed set of fields for its order. Lists of values, such as tags, have no order.',
    remedy: 'The API document names the fields under the parameter X-Filter of each list.',
  },
  tags_filter_not_valid: {
    reason: 'Tags filter must be a string or dict',
    title: 'The filter compares tags with a list',
    explanation: 'The value of a filter on tags is one text, or an object with an operator, but not a list.',
    remedy: 'For several tags write {"+and": [{"tags": "one"}, {"tags": "two"}]}.',
  },
  cursor_not_valid: {
    reason: 'The cursor is not one of this list.',
    title: 'The cursor belongs to another list',
    explanation:
      'A cursor is valid only with the path, the X-Filter and the user of the request that returned it. Cursors end when the service drops the key that encrypted them, or changes their form in a new release.',
    remedy:
      'Send `next_cursor` unchanged, with the filter of the request that returned it. Otherwise start again with an empty cursor.',
  },
  cursor_not_combinable: {
    reason: "A cursor can't be combined with page or +order_by.",
    title: 'A cursor can’t be combined with a page or an order',
    explanation:
      'A cursor is the position of the last row in the list’s own order. It has no page number, and another order has other positions.',
    remedy: 'Leave out page and +order_by, or leave out the cursor. `{"+order": "desc"}` reverses the list.',
  },
  not_found: {
    reason: 'Not found',
    title: 'The entity does not exist, or you may not see it',
    explanation:
      'The path or the id does not name an entity that this token may see. The error is the same for an entity of another account, an entity without a grant, and one that does not exist.',
    remedy:
      'Check the path, the id and the account of the token. Ask an administrator of the account for a grant.',
  },
  method_not_allowed: {
    reason: 'Method Not Allowed',
    title: 'The path does not support this method',
    explanation: 'The path exists for other methods.',
    remedy: 'Use one of the methods that the response header Allow lists.',
  },
  too_many_requests: {
    reason: 'Too many requests',
    title: 'Too many requests or attempts',
    explanation:
      'The request exceeds a limit of requests, of wrong attempts, or of concurrent costly work. The limits protect accounts against guessing, and other users against delays.',
    remedy:
      'Wait for the number of seconds in the response header Retry-After, then try again, with fewer requests at once.',
  },
  unexpected_error: {
    reason: 'An unexpected error occurred. Please try again later.',
    title: 'The service had an unexpected error',
    explanation:
      'The service is at fault, not the request. The operators find the error in their log by `instance`.',
    remedy: 'Try again later. If the error remains, report the request id to the operators.',
  },
  unavailable: {
    reason: 'The service is temporarily unavailable.',
    title: 'The service is temporarily unavailable',
    explanation:
      'The database or the store of images is down or busy, or the request needs more memory than it may take, such as the file of a zone with more than 64 MiB of text. The request has changed nothing, unless the connection broke during the confirmation of the change.',
    remedy:
      'Wait for the number of seconds in the response header Retry-After, check whether the change was made, and try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
