/** The scripts of the requests: plain JavaScript that Postman runs, written so that people can read it there. */

/** Of every request: what each answer of the API carries (D-157 to D-159). */
export const EVERY_ANSWER = `
if (!pm.collectionVariables.get('isPage')) {
  pm.test('carries the headers of every answer', () => {
    pm.response.to.have.header('X-Spec-Version', pm.collectionVariables.get('specVersion'));
    pm.expect(pm.response.headers.get('X-Request-Id')).to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    pm.response.to.have.header('X-Content-Type-Options', 'nosniff');
    pm.expect(pm.response.headers.get('Cache-Control')).to.include('no-store');
  });
}
`;

export function statusTest(name, status) {
  return `pm.test(${text(`${name} answers ${status}`)}, () => pm.response.to.have.status(${status}));`;
}

export function scopesTest(scopes, anyScope) {
  const value = scopes.length === 0 ? '*' : scopes.join(anyScope ? ' | ' : ', ');
  return `pm.test('names the scopes that it needs', () => pm.response.to.have.header('X-Accepted-OAuth-Scopes', ${text(value)}));`;
}

/** @param schema JSON Schema; what it refers to is in the collection's variable \`schemas\` */
export function shapeTest(schema) {
  return `pm.test('is JSON of the documented shape', () => {
  pm.expect(pm.response.headers.get('Content-Type')).to.match(/^application\\/json(; pagination=cursor)?$/);
  const definitions = JSON.parse(pm.collectionVariables.get('schemas'));
  pm.response.to.have.jsonSchema({ ...${JSON.stringify(schema)}, definitions });
});`;
}

/** Texts, numbers and flags that were sent come back. */
export function echoTest(fields) {
  return `pm.test('gives back what was sent', () => {
  const sent = JSON.parse(pm.variables.replaceIn(pm.request.body.raw));
  const answer = pm.response.json();
  for (const field of ${JSON.stringify(fields)}) pm.expect(answer[field], field).to.eql(sent[field]);
});`;
}

/** @param saved variables by name, each the path of its value in the answer */
export function saveTest(saved) {
  const lines = Object.entries(saved).map(
    ([name, path]) => `  pm.collectionVariables.set(${text(name)}, keep(answer${path}));`,
  );
  return `pm.test('gives what the next requests need', () => {
  const answer = pm.response.json();
  const keep = (value) => (pm.expect(value).to.exist, value);
${lines.join('\n')}
});`;
}

export function noBodyTest() {
  return `pm.test('has no body', () => pm.expect(pm.response.text()).to.eql(''));`;
}

export function text(value) {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
