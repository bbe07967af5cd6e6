/**
 * Where a rule is excused: in what only answers carry, in files, in endpoints without a credential or without any
 * input, or by the path of the finding, its keys joined by spaces.
 */
export type Scope = 'everywhere' | 'responses' | 'files' | 'public' | 'without input' | RegExp

export interface Exception {
  rule: string
  scope: Scope
  reason: string
}

/** Every rule of redocly's `recommended` and of spectral's OWASP ruleset that is not kept, and why. */
export const EXCEPTIONS: Exception[] = [
  {
    rule: 'operation-2xx-response',
    scope: /^paths \S+ \w+ responses$/,
    reason: 'Retired endpoints only refuse (410), and sign-in and the portal redirect (302).',
  },
  {
    rule: 'no-invalid-schema-examples',
    scope: /^components schemas JobSubmitRequest /,
    reason: 'Redocly takes an if/then branch for a closed object; example-check.ts validates this example with ajv.',
  },
  {
    rule: 'no-invalid-media-type-examples',
    scope: /^paths \/api\/jobs\/submit /,
    reason: 'The same example, shown with the body.',
  },
  {
    rule: 'owasp:api1:2023-no-numeric-ids',
    scope: /(\{image_id\}|MobileJobNumber)/,
    reason: 'The contract says integer; whose it is is checked, and somebody else’s is 404.',
  },
  {
    rule: 'owasp:api2:2023-no-credentials-in-url',
    scope: /(auth\/verify|verify-email|unsubscribe|UnsubscribeToken)/,
    reason: 'Links in e-mails carry their one-time token in the query, as the contract shows.',
  },
  {
    rule: 'owasp:api2:2023-read-restricted',
    scope: 'public',
    reason: 'The contract declares no credential for these.',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    scope: 'public',
    reason: 'The contract declares no credential for these.',
  },
  {
    rule: 'owasp:api4:2023-rate-limit',
    scope: 'everywhere',
    reason:
      'The contract names X-RateLimit-Remaining and X-RateLimit-Reset, and every response has both; the rule wants others.',
  },
  {
    rule: 'owasp:api4:2023-string-restricted',
    scope: 'everywhere',
    reason: 'Names, prompts and copy are free text; all of it is bounded in length.',
  },
  { rule: 'owasp:api4:2023-string-limit', scope: 'responses', reason: 'Limits guard the server; answers are its own.' },
  {
    rule: 'owasp:api4:2023-string-limit',
    scope: 'files',
    reason: 'The size of a file is limited by configuration, while it is read, and answers 413.',
  },
  {
    rule: 'owasp:api4:2023-integer-limit',
    scope: 'responses',
    reason: 'Limits guard the server; answers are its own.',
  },
  {
    rule: 'owasp:api4:2023-integer-format',
    scope: 'responses',
    reason: 'Limits guard the server; answers are its own.',
  },
  {
    rule: 'owasp:api8:2023-define-cors-origin',
    scope: 'everywhere',
    reason: 'The same on every answer: any page may call with a key of its own, and no cookie opens anything.',
  },
  {
    rule: 'owasp:api8:2023-define-error-responses-401',
    scope: 'public',
    reason: 'Without a credential there is none to refuse.',
  },
  {
    rule: 'owasp:api8:2023-define-error-validation',
    scope: 'without input',
    reason: 'Where nothing is sent, nothing can be malformed.',
  },
  {
    rule: 'owasp:api8:2023-no-server-http',
    scope: /^servers 0 url$/,
    reason: 'The one server named is on the loopback address; production demands https.',
  },
]
