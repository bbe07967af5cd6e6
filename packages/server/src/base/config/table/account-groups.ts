import type { SettingGroup, SettingRow } from './setting-row.ts'

const STORED = (plan: string, whose: string): SettingRow => ({
  name: `PLATELIGHT_STORAGE_${plan}_MB`,
  about: `Uploads and originals that ${whose} may store. Results do not count. 0 is no limit.`,
  since: '1.0.0',
})

/** People, letters and payments. */
export const ACCOUNT_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Accounts',
    rows: [
      {
        name: 'PLATELIGHT_SIGNUP_CREDITS',
        about: 'The credits of a new account, granted when its address is verified.',
        since: '1.0.0',
      },
      {
        name: 'PLATELIGHT_PASSWORD_RESET_URL',
        about: 'Your page for a new password, which gets `?token=`.',
        since: '1.0.0',
        otherwise: 'a page of this server',
        example: 'https://photos.example.com/new-password',
      },
      {
        name: 'PLATELIGHT_APP_CALLBACK',
        about:
          'Where verification links with `source=app` (`?status=`) and native sign-ins (`?code=` or `?error=`) lead. Any scheme.',
        since: '1.0.0',
        otherwise: 'no native sign-in',
        example: 'myapp://signed-in',
      },
      STORED('UNVERIFIED', 'an account without a verified address'),
      STORED('FREE', 'an account on Free'),
      STORED('STARTER', 'an account on Starter'),
      STORED('GROWTH', 'an account on Growth'),
      STORED('PRO', 'an account on Pro'),
      STORED('ENTERPRISE', 'an account on Enterprise'),
      {
        name: 'PLATELIGHT_STORAGE_VISITORS_MB',
        about: 'The same for all visitors and accounts without a verified address together.',
        since: '2.1.0',
      },
      {
        name: 'PLATELIGHT_STORAGE_VISITOR_ADDRESS_MB',
        about: 'The same for the visitors of one address. Raise it where many share one, such as a school.',
        since: '2.1.0',
      },
    ],
  },
  {
    title: 'Sign-in through identity providers',
    about: '`<NAME>` is a name of your own, in capitals. [Sign-in](sign-in.md) shows how.',
    rows: [
      {
        name: 'PLATELIGHT_OIDC_<NAME>_ISSUER',
        about: 'The issuer, as its `/.well-known/openid-configuration` names it. In production with https.',
        since: '2.0.0',
        example: 'https://id.example.com/realms/staff',
      },
      { name: 'PLATELIGHT_OIDC_<NAME>_CLIENT_ID', about: 'The client there.', since: '2.0.0', example: 'platelight' },
      {
        name: 'PLATELIGHT_OIDC_<NAME>_CLIENT_SECRET',
        about: 'Its secret. Without one only PKCE protects it.',
        since: '2.0.0',
        fileSince: '2.0.0',
      },
      {
        name: 'PLATELIGHT_OIDC_<NAME>_LABEL',
        about: 'The name on the button.',
        since: '2.0.0',
        otherwise: 'made from `<NAME>`',
        example: 'Staff login',
      },
      {
        name: 'PLATELIGHT_OIDC_<NAME>_TRUST_EMAILS',
        about:
          'An address counts as verified when the provider does not state whether it is, as Microsoft Entra does not.',
        since: '2.1.0',
      },
      {
        name: 'PLATELIGHT_OIDC_<NAME>_TENANTS',
        about: 'The tenants of Microsoft Entra whose people may sign in, by their ids.',
        since: '2.1.0',
        otherwise: 'all',
        example: '11111111-2222-3333-4444-555555555555',
      },
      {
        name: 'PLATELIGHT_OIDC_<NAME>_RESPONSE_MODE',
        about: '`form_post` for a provider that answers with a form, as Apple does.',
        since: '2.1.0',
      },
    ],
  },
  {
    title: 'Guests of an earlier app',
    about: 'They come by `guests import`; [Sign-in](sign-in.md#guests-of-an-earlier-app) says how.',
    rows: [
      {
        name: 'PLATELIGHT_GUEST_JWT_SECRET',
        about: 'What the app signed the tokens of its guests with (HS256, at least 16 characters).',
        since: '2.0.0',
        fileSince: '2.0.0',
      },
      {
        name: 'PLATELIGHT_GUEST_JWT_AUDIENCE',
        about: 'The audience of the tokens.',
        since: '2.0.0',
        otherwise: 'any',
        example: 'old-app',
      },
      {
        name: 'PLATELIGHT_GUEST_JWT_ISSUER',
        about: 'The issuer of the tokens.',
        since: '2.0.0',
        otherwise: 'any',
        example: 'https://old.example.com',
      },
    ],
  },
  {
    title: 'Mail and forms',
    about: '[Mail](operating/mail.md) and [forms of a website](website-forms.md) say what is sent.',
    rows: [
      {
        name: 'PLATELIGHT_SMTP_URL',
        about:
          'The mail server: `smtp://` (encrypted with STARTTLS) or `smtps://` (encrypted from the start). `?starttls=never` is for a relay in a network that you trust, and the default on this machine. `/ # ? @ %` in a password are percent-encoded.',
        since: '2.0.0',
        fileSince: '2.1.0',
        otherwise: 'letters are files in `outbox/`',
        example: 'smtp://user:password@smtp.example.com:587',
      },
      {
        name: 'PLATELIGHT_MAIL_FROM',
        about: 'The sender. Set it together with the server.',
        since: '2.0.0',
        example: 'Platelight <no-reply@example.com>',
      },
      {
        name: 'PLATELIGHT_DKIM_DOMAIN',
        about: 'The domain of a DKIM signature, if the mail server adds none. Set all three or none.',
        since: '2.0.0',
        example: 'example.com',
      },
      { name: 'PLATELIGHT_DKIM_SELECTOR', about: 'Its selector.', since: '2.0.0', example: 'mail2026' },
      {
        name: 'PLATELIGHT_DKIM_KEY_FILE',
        about: 'A file with its private RSA key in PEM.',
        since: '2.0.0',
        example: '/run/secrets/dkim.pem',
      },
      {
        name: 'PLATELIGHT_CONTACT_ADDRESS',
        about: 'Where messages of the contact and audit forms go.',
        since: '2.0.0',
        otherwise: 'they are only stored',
        example: 'hello@example.com',
      },
      {
        name: 'PLATELIGHT_RESOURCES',
        about: 'A folder with the files that people can request.',
        since: '2.0.0',
        otherwise: 'three of ours',
        example: '/etc/platelight/resources',
      },
    ],
  },
  {
    title: 'Payments',
    about: '[Payments and plans](payments.md) says what happens with them.',
    rows: [
      {
        name: 'PLATELIGHT_CATALOGUE',
        about: 'A JSON file with your own plans and products.',
        since: '2.1.0',
        otherwise: 'ours',
        example: '/etc/platelight/catalogue.json',
      },
      {
        name: 'PLATELIGHT_UPGRADE_URL',
        about: 'The billing page that a 402 links to.',
        since: '1.0.0',
        otherwise: 'that of the dashboard',
        example: 'https://example.com/billing',
      },
      {
        name: 'PLATELIGHT_PORTAL_URL',
        about: 'The customer portal of your payment provider.',
        since: '2.1.0',
        otherwise: 'a page of this server',
        example: 'https://billing.example.com/login',
      },
      {
        name: 'PLATELIGHT_CARDPAY_SECRET',
        about: 'What the card-payment provider signs its events with. Without it `/api/webhooks/cardpay` answers 503.',
        since: '2.1.0',
        fileSince: '2.1.0',
      },
      {
        name: 'PLATELIGHT_REGIONALPAY_SECRET',
        about: 'The same for `/api/webhooks/regionalpay`.',
        since: '2.1.0',
        fileSince: '2.1.0',
      },
      {
        name: 'PLATELIGHT_SUBSCRIPTIONS_SECRET',
        about:
          'What the subscription provider sends as `Authorization`. Without it `/api/webhooks/subscriptions` answers 503.',
        since: '2.1.0',
        fileSince: '2.1.0',
      },
      {
        name: 'PLATELIGHT_SUBSCRIPTIONS_URL',
        about: 'Its REST API with the version. Subscribers are read at `/subscribers/{id}`.',
        since: '2.1.0',
        example: 'https://api.example.com/v1',
      },
      {
        name: 'PLATELIGHT_SUBSCRIPTIONS_KEY',
        about: 'Its secret key. No reply contains it.',
        since: '2.1.0',
        fileSince: '2.1.0',
      },
      {
        name: 'PLATELIGHT_APPSTORE_ROOT_CERTIFICATES',
        about:
          'Files with the root certificates of the app store, in DER or PEM, separated by commas. Apple publishes them as *Apple Root CA*. Without them purchases of the app answer 503.',
        since: '2.1.0',
        example: '/etc/platelight/AppleRootCA-G3.cer',
      },
      {
        name: 'PLATELIGHT_APPSTORE_BUNDLE_ID',
        about: 'The app. The ids of its products begin with it.',
        since: '2.1.0',
        example: 'com.example.plates',
      },
      {
        name: 'PLATELIGHT_APPSTORE_APP_ID',
        about: 'Its number in the store, needed for production.',
        since: '2.1.0',
        otherwise: 'none',
        example: '6448000000',
      },
      {
        name: 'PLATELIGHT_APPSTORE_ENVIRONMENTS',
        about: 'Purchases of the sandbox and of TestFlight cost nothing, and grant real credits where they are taken.',
        since: '2.1.0',
        otherwise: 'production',
      },
      {
        name: 'PLATELIGHT_PAYMENT_EVENT_DAYS',
        about: 'How many days the content of events is kept.',
        since: '2.1.0',
      },
    ],
  },
]
