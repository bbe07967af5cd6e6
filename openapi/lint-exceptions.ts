/**
 * Where an exception applies: in schemas that occur only in responses, in files, in public endpoints, in endpoints without
 * input, or where the path of the finding matches, its keys joined by spaces.
 */
export type Scope = 'everywhere' | 'responses' | 'files' | 'public' | 'without input' | RegExp

export interface Exception {
  rule: string
  scope: Scope
  reason: string
}

/** The exceptions to redocly's `recommended` rules and spectral's OWASP ruleset, each with its reason. */
export const EXCEPTIONS: Exception[] = [
  {
    rule: 'operation-2xx-response',
    scope: /^paths \S+ \w+ responses$/,
    reason: 'Retired endpoints only return 410, and sign-in and the portal redirect (302).',
  },
  {
    rule: 'no-invalid-schema-examples',
    scope: /^components schemas JobSubmitRequest /,
    reason: 'Redocly treats an if/then branch as a closed object; example-check.ts validates this example with ajv.',
  },
  {
    rule: 'no-invalid-media-type-examples',
    scope: /^paths \/api\/jobs\/submit /,
    reason: 'The same example, shown with the body.',
  },
  {
    rule: 'owasp:api1:2023-no-numeric-ids',
    scope: /(\{image_id\}|MobileJobNumber)/,
    reason: 'The contract requires integers. Ownership is checked, and another account’s id returns 404.',
  },
  {
    rule: 'owasp:api2:2023-no-credentials-in-url',
    scope: /(auth\/verify|auth\/setup|auth\/reset-password|leads\/confirm|verify-email|unsubscribe|UnsubscribeToken)/,
    reason:
      'Links in e-mails, and the setup link in the log, contain a one-time token in the query, as the contract shows.',
  },
  {
    rule: 'owasp:api2:2023-read-restricted',
    scope: 'public',
    reason: 'The contract makes these endpoints public.',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    scope: 'public',
    reason: 'The contract makes these endpoints public.',
  },
  {
    rule: 'owasp:api4:2023-rate-limit',
    scope: 'everywhere',
    reason:
      'The contract names X-RateLimit-Remaining and X-RateLimit-Reset, and every response has both. The rule expects others.',
  },
  {
    rule: 'owasp:api4:2023-string-restricted',
    scope: 'everywhere',
    reason: 'Names, prompts and copy are free text of limited length.',
  },
  {
    rule: 'owasp:api4:2023-string-limit',
    scope: 'responses',
    reason: 'Limits protect the server from input. Responses are its own.',
  },
  {
    rule: 'owasp:api4:2023-string-limit',
    scope: 'files',
    reason: 'The configuration limits the size of a file. A larger file returns 413 while it is read.',
  },
  {
    rule: 'owasp:api4:2023-integer-limit',
    scope: 'responses',
    reason: 'Limits protect the server from input. Responses are its own.',
  },
  {
    rule: 'owasp:api4:2023-integer-format',
    scope: 'responses',
    reason: 'Limits protect the server from input. Responses are its own.',
  },
  {
    rule: 'owasp:api8:2023-define-cors-origin',
    scope: 'everywhere',
    reason:
      'The header is the same in every response: any page may call with its own key, and cookies authorise nothing.',
  },
  {
    rule: 'owasp:api8:2023-define-error-responses-401',
    scope: 'public',
    reason: 'A public endpoint checks no credential.',
  },
  {
    rule: 'owasp:api8:2023-define-error-validation',
    scope: 'without input',
    reason: 'A request without input cannot be malformed.',
  },
  {
    rule: 'owasp:api8:2023-no-server-http',
    scope: /^servers 0 url$/,
    reason: 'The only server in the document is on the loopback address. Production requires https.',
  },
]
