import type { ErrorTexts } from './error-text.ts'

/** Errors about who is calling, what they may do, what they can pay, and what is kept for them. */
export const ACCOUNT_TEXTS = {
  unauthorized: {
    meaning: 'The request has no credential, or one that is unknown, revoked or expired.',
    remedies: [
      'Send the API key as a header: `Authorization: Bearer pl_live_…`.',
      'Check that the key was made on this server. A key of another server, or of another data folder, is unknown here.',
      'Make a new key with `POST /api/keys/create`, or let the operator run `platelight-server keys create --email you@example.com`.',
    ],
    example: { message: 'Send an API key or a session token as "Authorization: Bearer …".' },
  },
  insufficient_credits: {
    meaning: 'The account has fewer credits than the request costs. Nothing was done and nothing was charged.',
    remedies: [
      'Get credits: `upgrade_url` leads to the page that says how on this server.',
      'Ask `POST /api/estimate` for the price beforehand.',
      'Credits of work that is still running are held; what fails gives them back.',
    ],
    example: { message: 'This needs 2 credits and 1 is left.', required_credits: 2, available_credits: 1 },
  },
  over_budget: {
    meaning: 'The request costs more than its own `X-Max-Credits` header allows. Nothing was done or charged.',
    remedies: ['Raise `X-Max-Credits` to `required_credits`, or ask for less.'],
    example: {
      message: 'This costs 2 credits, more than the 1 that X-Max-Credits allows.',
      required_credits: 2,
      max_credits: 1,
    },
  },
  monthly_limit: {
    meaning: 'The plan includes a number of /v1 photos a month, and they are used up. Nothing was charged.',
    remedies: [
      'Wait for the first of the next month, UTC. `Retry-After` is the time until then.',
      'Ask the operator of this server for a larger plan.',
    ],
    example: {
      message:
        'The Free plan includes 50 photos a month, and they are used up. The next month starts 2027-01-01T00:00:00.000Z.',
      monthly_limit: 50,
    },
  },
  email_not_verified: {
    meaning:
      'The e-mail address of the account is not verified yet. Until it is, the account can sign in, read and change settings, and not much more.',
    remedies: [
      'Open the link in the e-mail that came after signing up, and press its button.',
      'Ask for a fresh link with `POST /api/auth/resend-verification`. Each new link ends the one before.',
      'Without a mail server, e-mails lie in the folder `outbox` of the data folder, where the operator finds them.',
    ],
    example: {
      message:
        'The address ada@example.com of this account is not verified yet; until it is, the account can read, upload photos and change settings.',
    },
  },
  scope_missing: {
    meaning:
      'The key is valid, but lacks the scope that this endpoint asks for: `read`, `images`, `account` or `admin`.',
    remedies: [
      'Use a key that has the scope, or make one with a credential that has it: no key makes a key wider than itself.',
      'What has photos sent somewhere (making, changing and testing a webhook endpoint, sending a delivery again) asks for `read` beside `account`.',
    ],
    example: { message: 'This credential lacks the scope "images".', scope: 'images' },
  },
  storage_quota: {
    meaning:
      'The account keeps as many bytes of uploads and originals as it may: 100 MB until its address is verified, then what its plan includes. Results are not counted.',
    remedies: [
      'Read `storage_used_bytes` and `storage_limit_bytes` of `GET /api/account/credits`.',
      'Delete photos that are not needed any more, with `DELETE /v1/photos/{id}` or `DELETE /api/me/images/{image_id}`: their originals are given back at once.',
      'Uploads go by themselves 7 days after they were last sent.',
      'Verify the address of the account: the limit of a verified account is higher.',
      'The operator of this server sets the limits, `PLATELIGHT_STORAGE_UNVERIFIED_MB` and one for each plan.',
    ],
    example: {
      message:
        'The account keeps 1.99 GB of the 2 GB of the Free plan, and this needs 14.2 MB more. Delete photos that are not needed any more.',
      used_bytes: 1_990_000_000,
      limit_bytes: 2_000_000_000,
      needed_bytes: 14_200_000,
    },
  },
  admin_only: {
    meaning: 'The endpoint is for administrators of this server.',
    remedies: ['Use the credential of an administrator, or ask the operator of this server.'],
    example: { message: 'This is for administrators of this server.' },
  },
  password_weak: {
    meaning: 'The password is easy to guess: too short, common, or much like the e-mail address.',
    remedies: [
      'Take three or four unrelated words, or let a password manager make one. It needs at least 10 characters.',
    ],
    example: { message: 'This password is too easy to guess. Three or four unrelated words do well.' },
  },
  token_invalid: {
    meaning: 'The link or token of an e-mail is wrong, was used before, or has expired.',
    remedies: [
      'Ask for a new e-mail and use the newest one: each new link ends the one before.',
      'Copy the link whole. Verification links last 24 hours, reset links one hour.',
    ],
    example: { message: 'This link or token has expired. Ask for a new e-mail.' },
  },
  key_inactive: {
    meaning: 'The API key cannot be changed, because it is revoked, has expired, or was rotated before.',
    remedies: ['Use the key that took its place, or make a new one with `POST /api/keys/create`.'],
    example: { message: 'This key is revoked, so there is nothing to rotate.' },
  },
  limit_reached: {
    meaning: 'The account has as many of these things as one account may have.',
    remedies: ['Delete one that is no longer needed, or change an existing one.'],
    example: { message: 'An account has up to 20 webhook endpoints. Delete one, or change its address.', limit: 20 },
  },
  url_not_allowed: {
    meaning: 'Events cannot be sent to this address. In production it has to be a public https address.',
    remedies: [
      'Give a public https address without user name, password or fragment.',
      'While developing, `platelight webhooks listen` passes events on to your machine.',
    ],
    example: { message: 'url must start with https://.', field: 'url' },
  },
  webhook_disabled: {
    meaning: 'The webhook endpoint is disabled, so nothing is sent to it. Three days without a success disable one.',
    remedies: [
      'Mend the receiver, then enable the endpoint: `PATCH /api/webhook-endpoints/{id}` with `{"enabled": true}`.',
    ],
    example: {
      message:
        'The endpoint is disabled, so nothing is sent to it again. Enable it first: PATCH it with {"enabled": true}.',
    },
  },
} as const satisfies ErrorTexts
