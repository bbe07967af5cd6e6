export interface Guide {
  /** The last part of its address, `/docs/guides/{name}`, and the name of its file in a build. */
  readonly name: string
  readonly title: string
  /** What a reader learns, as one sentence. */
  readonly about: string
  /** The Markdown file, from the project's folder. */
  readonly source: string
  /** The heading of the only section that is shown. Without it the whole file is. */
  readonly section?: string
  readonly reader: 'developers' | 'operators'
}

/** The guides in the order in which somebody new reads them. Each is a Markdown file of the project. */
export const GUIDES: readonly Guide[] = [
  {
    name: 'first-hour',
    title: 'The first hour',
    about: 'From a key to the first photo, a folder, a job and a webhook, typed in a clone.',
    source: 'README.md',
    section: 'The first hour',
    reader: 'developers',
  },
  {
    name: 'client',
    title: 'The TypeScript client',
    about: 'Every promise of @platelight/sdk: retries, errors, uploads, jobs and whole folders.',
    source: 'packages/sdk/README.md',
    reader: 'developers',
  },
  {
    name: 'command-line',
    title: 'The command line',
    about: 'Folders of photos, keys, jobs and webhooks from a terminal.',
    source: 'packages/cli/README.md',
    reader: 'developers',
  },
  {
    name: 'api',
    title: 'What the API does',
    about: 'What callers can rely on: guarantees, accounts, pictures, jobs, edits, menus and reels.',
    source: 'docs/api-behaviour.md',
    reader: 'developers',
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    about: 'Events, signatures, attempts, rotation of secrets and redelivery.',
    source: 'docs/events.md',
    reader: 'developers',
  },
  {
    name: 'receivers',
    title: 'Receivers of webhooks',
    about: 'A receiver that verifies each event and handles it once, for eight frameworks.',
    source: 'packages/webhook-verifier/README.md',
    reader: 'developers',
  },
  {
    name: 'platforms',
    title: 'Platforms',
    about: 'The photo rules of delivery platforms and networks, and how a photo is fitted to them.',
    source: 'packages/server/PLATFORMS.md',
    reader: 'developers',
  },
  {
    name: 'glossary',
    title: 'Glossary',
    about: 'The words of this service, one for each thing.',
    source: 'docs/glossary.md',
    reader: 'developers',
  },
  {
    name: 'installing',
    title: 'Installing a server',
    about: 'An image, Compose, Kubernetes, systemd, and a proxy in front.',
    source: 'docs/installing.md',
    reader: 'operators',
  },
  {
    name: 'operating',
    title: 'Operating a server',
    about: 'Commands, pages, the log, backups, memory, and moving to PostgreSQL and S3.',
    source: 'docs/operating.md',
    reader: 'operators',
  },
  {
    name: 'settings',
    title: 'Settings',
    about: 'Letters, forms, payments and plans, pictures in S3, networks and engines.',
    source: 'docs/settings.md',
    reader: 'operators',
  },
  {
    name: 'growing',
    title: 'Growing',
    about: 'Several processes and machines: when, how, and what happens if a part fails.',
    source: 'docs/growing.md',
    reader: 'operators',
  },
  {
    name: 'sign-in',
    title: 'Sign-in through identity providers',
    about: 'Google, Apple, Microsoft and any other OpenID Connect provider.',
    source: 'docs/sign-in.md',
    reader: 'operators',
  },
  {
    name: 'image-providers',
    title: 'Providers of pictures',
    about: 'Pictures from words, made by a provider or a server of your own.',
    source: 'docs/image-providers.md',
    reader: 'operators',
  },
  {
    name: 'networks',
    title: 'Networks and their weights',
    about: 'The neural networks that cut out and enlarge, with the licence of each.',
    source: 'packages/server/MODELS.md',
    reader: 'operators',
  },
]
