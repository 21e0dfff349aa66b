import type { CatalogueEntry } from './entry.js';

/** Refusals of requests of any kind. */
export const REQUESTS = {
  malformed_request: {
    reason: 'Bad Request',
    title: 'The request is not valid HTTP',
    explanation:
      'The server could not read the request line or a header, so it does not know what was asked.',
    remedy:
      'Send the request with an HTTP library, and check that no header has line breaks or control characters.',
  },
  request_timeout: {
    reason: 'Request Timeout',
    title: 'The request took too long to arrive',
    explanation: 'All headers of a request must arrive within a minute of its first byte.',
    remedy: 'Send the request again. If it happens often, look for a slow or lossy connection.',
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
      'Make the body with a JSON library. Look for a comma too many, single quotes, or text after the end.',
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
      'A JSON body may have 1 MiB, a set of changes of a zone 8 MiB and 12,000 entries, a zone text 4 MiB and 12,000 records, the data of an image 5 GiB. The service refuses a larger one unread.',
    remedy: 'Split the change into several requests, or compress the image better.',
  },
  unsupported_media_type: {
    reason: 'Unsupported Media Type',
    title: 'The body has a type or an encoding that is not supported',
    explanation:
      'The API takes application/json in UTF-8; a zone file takes text/dns, the address of an upload application/octet-stream. No Content-Encoding is supported.',
    remedy: 'Correct the header that `field` names, or leave it out.',
  },
  value_required: {
    reason: '{key} is required',
    title: 'A field is missing',
    explanation:
      'The request cannot be carried out without this field. A field that is null counts as missing.',
    remedy: 'Send the field that `field` names. The API document lists the fields of each request.',
  },
  value_not_valid: {
    reason: '{key} is not valid',
    title: 'A value has the wrong type or form, or names nothing that exists',
    explanation:
      'The value has another JSON type than the field, or another form, or it refers to something that does not exist or is not yours.',
    remedy:
      'Compare the value with the field in the API document. Numbers have no quotes. Check ids and names for mistakes.',
  },
  value_out_of_range: {
    reason: 'Must be {minimum}-{maximum}',
    title: 'A number is too small or too large',
    explanation: 'The field takes whole numbers from `minimum` to `maximum`, both included.',
    remedy: 'Send a number within these bounds.',
  },
  length_out_of_range: {
    reason: 'Length must be {minimum}-{maximum} characters',
    title: 'A text is too short or too long',
    explanation:
      'The text must have `minimum` to `maximum` characters (Unicode code points). For a list of texts, all of them count together.',
    remedy: 'Shorten or lengthen the text.',
  },
  value_not_allowed: {
    reason: 'Must be one of {allowed}',
    title: 'A value is not one of those allowed',
    explanation: 'The field takes only the values in `allowed`, spelled exactly as they are there.',
    remedy: 'Send one of these values.',
  },
  time_not_in_future: {
    reason: 'Must be in the future',
    title: 'A time has passed',
    explanation:
      'The time is not later than the time of the request, so what it should end would end at once.',
    remedy: 'Send a later time. Check the time zone: a time without one is UTC.',
  },
  filter_not_json: {
    reason: 'Filter not valid JSON',
    title: 'The filter is not JSON',
    explanation: 'The header X-Filter must be JSON in UTF-8.',
    remedy: 'Make the header with a JSON library: X-Filter: {"label": "example"}.',
  },
  filter_not_applicable: {
    reason: 'Could not apply filter',
    title: 'The filter has a part that does not fit',
    explanation:
      'An operator is unknown, or a value does not fit the type of its field, or the filter is nested deeper than 10, or has more than 500 members.',
    remedy:
      'Use +and, +or, +gt, +gte, +lt, +lte, +neq, +contains, with numbers for numbers and times for times.',
  },
  filter_field_unknown: {
    reason: 'Cannot filter on {name}',
    title: 'The list cannot be filtered by this field',
    explanation: 'Each list knows a fixed set of fields to filter by, and this one is not among them.',
    remedy: 'The API document names the fields under the parameter X-Filter of each list.',
  },
  order_field_unknown: {
    reason: 'Cannot order by {name}',
    title: 'The list cannot be sorted by this field',
    explanation:
      'Each list knows a fixed set of fields to sort by. Lists of values, like tags, have no order.',
    remedy: 'The API document names the fields under the parameter X-Filter of each list.',
  },
  tags_filter_not_valid: {
    reason: 'Tags filter must be a string or dict',
    title: 'The filter compares tags with a list',
    explanation: 'A filter on tags takes one text, or an object with an operator, but no list.',
    remedy: 'For several tags write {"+and": [{"tags": "one"}, {"tags": "two"}]}.',
  },
  cursor_not_valid: {
    reason: 'The cursor is not one of this list.',
    title: 'The cursor belongs to something else',
    explanation:
      'A cursor goes on only where it began: the same path, the same X-Filter, the same user. Cursors end when the service drops the key that sealed them, or changes their form in a new release.',
    remedy:
      'Send `next_cursor` unchanged, with the filter of the request that answered it. Otherwise begin again with an empty cursor.',
  },
  cursor_not_combinable: {
    reason: "A cursor can't be combined with page or +order_by.",
    title: 'A cursor goes through the list in its own order',
    explanation:
      'A cursor knows the place after the last row in the order of the list. It has no page number, and another order would have other places.',
    remedy: 'Leave out page and +order_by, or leave out the cursor. `{"+order": "desc"}` goes backwards.',
  },
  not_found: {
    reason: 'Not found',
    title: 'There is no such thing, or you may not see it',
    explanation:
      'The path or the id names nothing that this token may see. Something of another account, or something that your user has no grant for, looks the same as something that does not exist.',
    remedy:
      'Check the path and the id, and that the token is of the right account. Ask an administrator of the account for a grant.',
  },
  method_not_allowed: {
    reason: 'Method Not Allowed',
    title: 'The path does not take this method',
    explanation: 'The path exists, but not for this method.',
    remedy: 'Use one of the methods that the response header Allow lists.',
  },
  too_many_requests: {
    reason: 'Too many requests',
    title: 'Too many requests or attempts',
    explanation:
      'A limit on requests, on wrong attempts, or on costly work that runs at the same time is reached. It protects accounts against guessing, and everybody against being kept waiting.',
    remedy:
      'Wait for the number of seconds in the response header Retry-After, then try again, with fewer requests at once.',
  },
  unexpected_error: {
    reason: 'An unexpected error occurred. Please try again later.',
    title: 'Something went wrong inside the service',
    explanation:
      'This is a fault of the service, not of the request. The operators find it in their log by `instance`.',
    remedy: 'Try again later. If it stays, tell the operators the request id.',
  },
  unavailable: {
    reason: 'The service is temporarily unavailable.',
    title: 'Something that the service needs is away',
    explanation:
      'The database or the store of images does not answer at the moment. The request has changed nothing, unless the connection was lost while it was being confirmed.',
    remedy:
      'Wait for the number of seconds in the response header Retry-After, then look whether the change is there, and try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
