import type { ErrorTexts } from './error-text.ts'

/** Errors about credentials, permissions, credits and storage. */
export const ACCOUNT_TEXTS = {
  unauthorized: {
    meaning: 'The request has no credential, or its credential is unknown, revoked or expired.',
    remedies: [
      'Send the API key as a header: `Authorization: Bearer pl_live_…`.',
      'Check that the key was created on this server. It does not know the keys of another server or another data folder.',
      'A visitor without an account needs an anonymous session: `POST /api/mobile/anonymous-session`, then `X-Anonymous-Session`.',
      'Create a new key with `POST /api/keys/create`, or ask the operator to run `platelight-server keys create --email you@example.com`.',
    ],
    example: { message: 'Send an API key or a session token as "Authorization: Bearer …".' },
  },
  insufficient_credits: {
    meaning: 'The account has fewer credits than the request costs. Nothing was done and nothing was charged.',
    remedies: [
      'Get more credits. The page at `upgrade_url` explains how.',
      'Use `POST /api/estimate` to see the price of a request in advance.',
      'Wait for running work. Its credits are held, and are given back if it fails.',
    ],
    example: { message: 'This needs 2 credits and 1 is left.', required_credits: 2, available_credits: 1 },
  },
  over_budget: {
    meaning: 'The request costs more than its `X-Max-Credits` header allows. Nothing was done or charged.',
    remedies: ['Raise `X-Max-Credits` to `required_credits`, or request less.'],
    example: {
      message: 'This costs 2 credits, more than the 1 that X-Max-Credits allows.',
      required_credits: 2,
      max_credits: 1,
    },
  },
  monthly_limit: {
    meaning: 'The plan includes a number of /v1 photos per month, and all of them have been used. Nothing was charged.',
    remedies: [
      'Wait until the first day of the next month (UTC). `Retry-After` is the time until then.',
      'Ask the operator of this server for a larger plan.',
    ],
    example: {
      message:
        'The Free plan includes 50 photos a month, and they are used up. The next month starts 2027-01-01T00:00:00.000Z.',
      monthly_limit: 50,
    },
  },
  account_disabled: {
    meaning:
      'The operator of this server has disabled the account. No session and no API key opens it, and its sessions have ended. Its data is kept, and work that was running is completed.',
    remedies: [
      'Ask the operator to enable the account: `platelight-server accounts enable --email you@example.com`.',
      'API keys work again after that. Sign in again for a new session.',
    ],
    example: {
      message:
        'This account was disabled by the operator of this server. Its data is kept. Ask the operator to enable it.',
    },
  },
  email_not_verified: {
    meaning:
      'The e-mail address of the account is not verified yet. Until then the account can sign in, read, upload photos and change settings.',
    remedies: [
      'Open the link in the e-mail that was sent after signing up, and press the button on the page.',
      'Request a new link with `POST /api/auth/resend-verification`. A new link replaces the previous one.',
      'Without a mail server, the operator finds e-mails in the folder `outbox` of the data folder.',
    ],
    example: {
      message:
        'The address ada@example.com of this account is not verified yet. Until then the account can read, upload photos and change settings.',
    },
  },
  preview_used: {
    meaning: 'Every account has one free preview, and this one has used it. A preview that failed does not count.',
    remedies: [
      'Find the preview with `GET /api/me/images`.',
      'Enhance the photo with `POST /api/mobile/enhance`, which marks nothing and gives any size.',
    ],
    example: {
      message: 'This account has had its free preview. POST /api/mobile/enhance makes the whole picture.',
    },
  },
  scope_missing: {
    meaning:
      'The key is valid, but lacks the scope that this endpoint requires: `read`, `images`, `account` or `admin`.',
    remedies: [
      'Use a key that has the scope, or create one with a credential that has it. A key cannot create a key with more scopes than its own.',
      'Use a key with both `read` and `account` to create, change or test a webhook endpoint or to repeat a delivery. These endpoints have photos sent somewhere.',
    ],
    example: { message: 'This credential lacks the scope "images".', scope: 'images' },
  },
  storage_quota: {
    meaning:
      'The account has used up its storage for uploads and originals: 100 MB until its address is verified, then as much as its plan includes. Results do not count.',
    remedies: [
      'Look at `storage_used_bytes` and `storage_limit_bytes` in `GET /api/account/credits`.',
      'Delete photos that are no longer needed, with `DELETE /v1/photos/{id}` or `DELETE /api/me/images/{image_id}`. Their storage is free at once.',
      'Wait: uploads are deleted automatically 7 days after they were last sent.',
      'Verify the address of the account. A verified account has a higher limit.',
      'Ask the operator of this server, who sets the limits: `PLATELIGHT_STORAGE_UNVERIFIED_MB` and one for each plan.',
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
    example: { message: 'This endpoint is for administrators of this server.' },
  },
  password_weak: {
    meaning:
      'The password is easy to guess. It is too short, too common, or too similar to the e-mail address or a name.',
    remedies: ['Use three or four unrelated words, or a password manager. A password needs at least 10 characters.'],
    example: { message: 'This password is too easy to guess. Use three or four unrelated words.' },
  },
  password_wrong: {
    meaning: 'The current password, which a change of the password asks for, is wrong. Nothing was changed.',
    remedies: [
      'Check the keyboard layout and the caps lock key.',
      'If the password is forgotten, request a new one by e-mail: `POST /api/auth/forgot-password`.',
    ],
    example: { message: 'The current password is wrong. If it is forgotten, request a new one by e-mail.' },
  },
  token_invalid: {
    meaning: 'The link or token from an e-mail is wrong, has been used before, or has expired.',
    remedies: [
      'Request a new e-mail and use the newest one. A new link replaces the previous one.',
      'Copy the whole link. Verification links are valid for 24 hours, reset links for one hour.',
      'An unsubscribe link works at any time. If one does not, part of it is missing.',
    ],
    example: { message: 'This link or token has expired. Ask for a new e-mail.' },
  },
  key_inactive: {
    meaning: 'The API key cannot be changed, because it is revoked, expired or already rotated.',
    remedies: ['Use the key that replaced it, or create a new one with `POST /api/keys/create`.'],
    example: { message: 'This key is revoked, so there is nothing to rotate.' },
  },
  limit_reached: {
    meaning: 'The account, or the anonymous session, already has the largest allowed number of these.',
    remedies: ['Delete one that is no longer needed, or change an existing one.'],
    example: { message: 'An account has up to 20 webhook endpoints. Delete one, or change its address.', limit: 20 },
  },
  guest_claimed: {
    meaning: 'Another account has already claimed this guest. Nothing was moved.',
    remedies: ['Sign in to the account that claimed the guest. Its projects, pictures and credits are there.'],
    example: { message: 'Another account has claimed this guest.' },
  },
  url_not_allowed: {
    meaning:
      'The address is not allowed there. Events can be sent to public addresses, in production with https. Sign-in can continue only at a path of this server.',
    remedies: [
      'For events, use a public https address without user name, password or fragment.',
      'During development, run `platelight webhooks listen`, which forwards events to your machine.',
      'For `next` of a sign-in, give a path such as `/dashboard`, without a host.',
    ],
    example: { message: 'url must start with https://.', field: 'url' },
  },
  transaction_invalid: {
    meaning:
      'The transaction of the app store cannot be verified, or nothing can be granted for it. `reason` says why: `unreadable`, `untrusted_root`, `certificate_expired`, `signature_wrong`, `wrong_bundle`, `wrong_environment`, `revoked` or `not_sold`. Nothing was granted.',
    remedies: [
      'Send `jwsRepresentation` of the verified transaction as StoreKit returned it, unchanged.',
      'With `wrong_environment`, a purchase of TestFlight or the sandbox reached a server for production, or the other way round.',
      'If you run the server, compare `PLATELIGHT_APPSTORE_BUNDLE_ID`, `PLATELIGHT_APPSTORE_APP_ID` and `PLATELIGHT_APPSTORE_ENVIRONMENTS` with the app, and the product with the catalogue.',
    ],
    example: {
      message: 'This was bought in another app. This server sells those of com.example.plates.',
      reason: 'wrong_bundle',
    },
  },
  not_configured: {
    meaning: 'This server has no settings for the other service that the request needs. Nothing was done.',
    remedies: [
      'Use another way, such as signing in with e-mail and password.',
      'If you run the server, set what `setting` names, and start it again.',
    ],
    example: {
      message: 'Sign-in through an identity provider is not set up on this server.',
      setting: 'PLATELIGHT_OIDC_<NAME>_ISSUER',
    },
  },
  provider_unavailable: {
    meaning:
      'The other service that the request needs, such as an identity provider, does not answer. Nothing was done.',
    remedies: [
      'Send the request again after the seconds in `Retry-After`.',
      'If it goes on, tell the operator. The log of the server has the reason.',
    ],
    example: { message: 'The identity provider Example ID does not answer. Try again in a moment.' },
  },
  webhook_disabled: {
    meaning:
      'The webhook endpoint is disabled, so nothing is sent to it. An endpoint is disabled after three days without a success.',
    remedies: [
      'Fix the receiver, then enable the endpoint: `PATCH /api/webhook-endpoints/{id}` with `{"enabled": true}`.',
    ],
    example: {
      message:
        'The endpoint is disabled, so nothing is sent to it again. Enable it first: PATCH it with {"enabled": true}.',
    },
  },
} as const satisfies ErrorTexts
