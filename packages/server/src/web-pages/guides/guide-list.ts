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
    name: 'recipes',
    title: 'Recipes',
    about: 'What to make of a folder of photos, as a file: crops, platforms, steps and names.',
    source: 'docs/recipes.md',
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
    name: 'install',
    title: 'Install a server',
    about: 'A program or an image, systemd, settings, commands and the data folder.',
    source: 'docs/operating/install.md',
    reader: 'operators',
  },
  {
    name: 'proxy',
    title: 'Put a proxy in front',
    about: 'What Caddy, nginx and others have to pass on.',
    source: 'docs/operating/proxy.md',
    reader: 'operators',
  },
  {
    name: 'mail',
    title: 'Mail',
    about: 'A mail server, and what happens to letters while it is down.',
    source: 'docs/operating/mail.md',
    reader: 'operators',
  },
  {
    name: 'monitoring',
    title: 'Monitor a server',
    about: 'Health, metrics for Prometheus, alerts and the log.',
    source: 'docs/operating/monitoring.md',
    reader: 'operators',
  },
  {
    name: 'backup',
    title: 'Back up and restore',
    about: 'Backups while the server runs, and copies that send nothing.',
    source: 'docs/operating/backup.md',
    reader: 'operators',
  },
  {
    name: 'upgrade',
    title: 'Upgrade and roll back',
    about: 'From one version to the next, and back.',
    source: 'docs/operating/upgrade.md',
    reader: 'operators',
  },
  {
    name: 'retention',
    title: 'Keep and delete',
    about: 'What is kept for how long, and how an account is deleted.',
    source: 'docs/operating/retention.md',
    reader: 'operators',
  },
  {
    name: 'security',
    title: 'Security',
    about: 'Secrets, keys, people, and what strangers can fill.',
    source: 'docs/operating/security.md',
    reader: 'operators',
  },
  {
    name: 'runbook',
    title: 'Runbook',
    about: 'What to type when a disk is full, a part is gone, a key leaked or secrets are lost.',
    source: 'docs/operating/runbook.md',
    reader: 'operators',
  },
  {
    name: 'configuration',
    title: 'Configuration',
    about: 'Every setting, its default, what it means and since when.',
    source: 'docs/configuration.md',
    reader: 'operators',
  },
  {
    name: 'growing',
    title: 'Growing',
    about: 'Several processes and machines: when, how, sizes, moving, and what happens if a part fails.',
    source: 'docs/growing.md',
    reader: 'operators',
  },
  {
    name: 'payments',
    title: 'Payments and plans',
    about: 'Selling credits: providers, the app store, plans and products.',
    source: 'docs/payments.md',
    reader: 'operators',
  },
  {
    name: 'website-forms',
    title: 'Forms of a website',
    about: 'Newsletter, messages and downloads from your own pages.',
    source: 'docs/website-forms.md',
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
