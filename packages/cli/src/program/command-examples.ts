import type { Command } from 'commander'
import { type Explanation, isExplained, setExplanation } from './help-format.ts'

type Examples = NonNullable<Explanation['examples']>

/** Two examples for each command except the picture operations, which have their own. */
const EXAMPLES: Readonly<Record<string, Examples>> = {
  'photos list': [
    ['platelight photos list', 'the newest twenty'],
    ['platelight photos list --all --json', 'every photo, for a script'],
  ],
  'photos get': [
    ['platelight photos get run_01j9x3', 'the URLs of its pictures'],
    ['platelight photos get run_01j9x3 --json', 'the same for a script'],
  ],
  'photos download': [
    ['platelight photos download run_01j9x3 --out web', 'the pictures of one photo, into web/'],
    ['platelight photos download --all --formats square', 'the square crop of every photo, here'],
  ],
  'photos delete': [
    ['platelight photos delete run_01j9x3', 'asks, then deletes it with its pictures'],
    ['platelight photos delete run_01j9x3 run_01j9x4 --yes', 'two of them, without a question'],
  ],
  'images list': [
    ['platelight images list', 'the newest twenty finished pictures'],
    ['platelight images list --all --json', 'every one, for a script'],
  ],
  'images conversions': [
    ['platelight images conversions', 'the newest twenty that were fitted to platforms'],
    ['platelight images conversions --all --json', 'every one, for a script'],
  ],
  'images videos': [
    ['platelight images videos', 'the newest twenty reels'],
    ['platelight images videos --all --json', 'every one, for a script'],
  ],
  'images delete': [
    ['platelight images delete 42', 'asks, then deletes it'],
    ['platelight images delete 42 43 --yes', 'two of them, without a question'],
  ],
  'jobs status': [
    ['platelight jobs status run_01j9x3', 'its progress or result'],
    ['platelight jobs status run_01j9x3 --json', 'the same for a script'],
  ],
  'jobs wait': [
    ['platelight jobs wait run_01j9x3', 'waits for its end and shows the result'],
    ['platelight jobs wait run_01j9x3 --deadline 10m', 'stops waiting after ten minutes; the job continues'],
  ],
  'jobs watch': [
    ['platelight jobs watch', 'all running jobs, until none is left'],
    ['platelight jobs watch run_01j9x3', 'one job, to its end'],
  ],
  'jobs cancel': [
    ['platelight jobs cancel run_01j9x3', 'cancels it and returns its credits'],
    ['platelight jobs cancel run_01j9x3 run_01j9x4 --yes', 'two of them, without a question'],
  ],
  'jobs list': [
    ['platelight jobs list', 'the newest twenty'],
    ['platelight jobs list --status failed --all', 'everything that failed'],
  ],
  'jobs queue': [
    ['platelight jobs queue', 'what waits, what runs and how long it takes'],
    ['platelight jobs queue --json', 'the same for a monitor'],
  ],
  'account show': [
    ['platelight account show', 'server, plan, balance and storage'],
    ['platelight account show --json', 'the same for a script'],
  ],
  'account credits': [
    ['platelight account credits', 'only the number'],
    ['platelight account credits --json', 'with plan and renewal'],
  ],
  'account plans': [
    ['platelight account plans', 'prices, credits and limits'],
    ['platelight account plans --json', 'the same for a script'],
  ],
  'account usage': [
    ['platelight account usage', 'credits of this month, by operation and day'],
    ['platelight account usage --json', 'the same for a script'],
  ],
  'account transactions': [
    ['platelight account transactions', 'the newest twenty'],
    ['platelight account transactions --all --json', 'the whole ledger, for bookkeeping'],
  ],
  'account generations': [
    ['platelight account generations', 'the newest twenty'],
    ['platelight account generations --limit 5', 'the last five'],
  ],
  'brand show': [
    ['platelight brand show', 'name, colours and logo'],
    ['platelight brand show --json', 'the same for a script, with a link to the logo'],
  ],
  'brand set': [
    ['platelight brand set --name "Trattoria Mara" --logo logo.png', 'the colours are taken from the logo'],
    ['platelight brand set --colors "#7a1f2b,#f4ead8" --tagline ""', 'colours of your own, and no slogan any more'],
  ],
  'brand clear': [
    ['platelight brand clear', 'asks, then clears the profile and deletes the logo'],
    ['platelight brand clear --yes', 'the same without a question'],
  ],
  'account settings': [
    ['platelight account settings', 'language, time zone and defaults'],
    ['platelight account settings --preset delivery-optimized --formats square', 'for requests that name none'],
    ['platelight account settings --locale ar --credit-alerts off', 'e-mails in Arabic, and none about low credits'],
  ],
  'account export': [
    ['platelight account export --out backup', 'waits, then saves the archives'],
    ['platelight account export --no-wait', 'only starts it; run the command again later'],
  ],
  'account delete': [
    ['platelight account delete', 'names the account and asks'],
    ['platelight account delete --yes', 'without a question'],
  ],
  'account sessions list': [
    ['platelight account sessions list', 'when and by which program'],
    ['platelight account sessions list --json', 'the same for a script'],
  ],
  'account sessions revoke': [
    ['platelight account sessions revoke ses_01j9x3', 'asks, then ends it'],
    ['platelight account sessions revoke ses_01j9x3 ses_01j9x4 --yes', 'two of them, without a question'],
  ],
  'keys list': [
    ['platelight keys list', 'names, prefixes, scopes and last use'],
    ['platelight keys list --json', 'the same for a script'],
  ],
  'keys create': [
    ['platelight keys create --name website --scopes read,images', 'a key that cannot change the account'],
    ['platelight keys create --expires 30d --output-file key.txt', 'a key for a month, kept in a file'],
  ],
  'keys rotate': [
    ['platelight keys rotate key_01j9x3', 'a new secret; the old one works a while longer'],
    ['platelight keys rotate key_01j9x3 --overlap 0', 'the old secret ends at once'],
  ],
  'keys revoke': [
    ['platelight keys revoke key_01j9x3', 'asks, then revokes it'],
    ['platelight keys revoke key_01j9x3 key_01j9x4 --yes', 'two of them, without a question'],
  ],
  'auth login': [
    ['platelight auth login', 'asks for a key and keeps it in the keyring'],
    ['platelight auth login --with-key-stdin < key.txt', 'the same from a script'],
  ],
  'auth logout': [
    ['platelight auth logout', 'deletes the credential of this profile'],
    ['platelight auth logout --profile staging', 'deletes that of another profile'],
  ],
  'auth status': [
    ['platelight auth status', 'which server, which account, what is allowed'],
    ['platelight auth status --json', 'the same for a script'],
  ],
  'auth token': [
    ['platelight auth token', 'prints the credential'],
    ['platelight auth token --profile staging', 'prints that of another profile'],
  ],
  'auth signup': [
    ['platelight auth signup --email cook@example.com', 'asks for a password; the server sends an e-mail'],
    ['platelight auth signup --email cook@example.com --password-stdin < password.txt', 'the same from a script'],
    ['platelight auth signup --email cook@example.com --locale ar', 'with e-mails in Arabic'],
  ],
  'auth verify': [
    ["platelight auth verify 'https://photos.example.com/auth/verify?token=mYk3vN8p'", 'the link from the e-mail'],
    ['platelight auth verify mYk3vN8p', 'only the token in it'],
  ],
  'auth resend': [
    ['platelight auth resend', 'another link to the address of the account'],
    ['platelight auth resend --profile staging', 'for the account of another profile'],
  ],
  'auth forgot': [
    ['platelight auth forgot --email cook@example.com', 'the server sends an e-mail'],
    ['platelight auth forgot', 'asks for the address'],
  ],
  'auth reset': [
    ['platelight auth reset', 'asks for the link and the new password, and shows neither'],
    ['platelight auth reset --token-stdin < link-and-password.txt', 'the same from a script'],
  ],
  'auth password': [
    ['platelight auth password', 'asks for the current and the new password, and shows neither'],
    ['platelight auth password --password-stdin < both-passwords.txt', 'the same from a script'],
  ],
  'webhooks listen': [
    ['platelight webhooks listen --register', 'the events of your own photos, as they happen'],
    ['platelight webhooks listen --forward-to http://127.0.0.1:3000/hooks', 'verifies and forwards events'],
  ],
  'webhooks trigger': [
    ['platelight webhooks trigger photo.deleted --to http://127.0.0.1:3000/hooks', 'one signed sample'],
    [
      'platelight webhooks trigger photo.deleted --to http://127.0.0.1:3000/hooks --schedule fast',
      'the seven attempts of the service, a hundred times faster',
    ],
  ],
  'webhooks sign': [
    ['platelight webhooks sign event.json --secret-env WEBHOOK_SECRET', 'the signature of a file'],
    ['platelight webhooks sign --secret-file secret.txt < event.json', 'that of standard input'],
  ],
  'webhooks verify': [
    ['platelight webhooks verify saved.json --secret-env WEBHOOK_SECRET', 'checks an event that listen saved'],
    [
      'platelight webhooks verify body.json --signature 6081b3e6 --secret-file secret.txt',
      'checks a body against the value of the header',
    ],
  ],
  'webhooks replay': [
    ['platelight webhooks replay events/*.json --to http://127.0.0.1:3000/hooks', 'sends saved events again'],
    [
      'platelight webhooks replay saved.json --to http://127.0.0.1:3000/hooks --secret-env WEBHOOK_SECRET',
      'signed with another secret',
    ],
  ],
  'webhooks deliveries': [
    ['platelight webhooks deliveries we_01j9x3', 'the newest twenty, with every attempt'],
    ['platelight webhooks deliveries we_01j9x3 --status dead', 'deliveries that the server gave up'],
  ],
  'webhooks redeliver': [
    ['platelight webhooks redeliver we_01j9x3 del_01j9x4', 'sends it again and shows the answer'],
    ['platelight webhooks redeliver we_01j9x3 del_01j9x4 --json', 'the same for a script'],
  ],
  'webhooks endpoints list': [
    ['platelight webhooks endpoints list', 'URLs, events and state'],
    ['platelight webhooks endpoints list --json', 'the same for a script'],
  ],
  'webhooks endpoints get': [
    ['platelight webhooks endpoints get we_01j9x3', 'one endpoint, with the reason if it is disabled'],
    ['platelight webhooks endpoints get we_01j9x3 --json', 'the same for a script'],
  ],
  'webhooks endpoints create': [
    ['platelight webhooks endpoints create https://example.com/hooks', 'every event; the secret is shown once'],
    ['platelight webhooks endpoints create https://example.com/hooks --events photo.deleted', 'only one type of event'],
  ],
  'webhooks endpoints update': [
    ['platelight webhooks endpoints update we_01j9x3 --enable', 'enables a disabled endpoint again'],
    ['platelight webhooks endpoints update we_01j9x3 --url https://example.com/new', 'changes its URL'],
  ],
  'webhooks endpoints delete': [
    ['platelight webhooks endpoints delete we_01j9x3', 'asks, then deletes it with its log'],
    ['platelight webhooks endpoints delete we_01j9x3 --yes', 'without a question'],
  ],
  'webhooks endpoints rotate': [
    ['platelight webhooks endpoints rotate we_01j9x3', 'a new secret; the old one signs for a day'],
    ['platelight webhooks endpoints rotate we_01j9x3 --finish', 'ends the old secret now'],
  ],
  'webhooks endpoints test': [
    ['platelight webhooks endpoints test we_01j9x3', 'sends a sample and shows the answer'],
    ['platelight webhooks endpoints test we_01j9x3 credit.depleted', 'a sample of one event type'],
  ],
  'config list': [
    ['platelight config list', 'list the settings that have a value'],
    ['platelight config list --show-origin', 'with the file or variable of each value'],
  ],
  'config get': [
    ['platelight config get preset', 'its value'],
    ['platelight config get preset --show-origin', 'with where it comes from'],
  ],
  'config set': [
    ['platelight config set preset social-media', 'the preset of every later run'],
    ['platelight config set formats square,landscape', 'the crops of every later run'],
  ],
  'config unset': [
    ['platelight config unset preset', 'back to the default'],
    ['platelight config unset preset --profile staging', 'in another profile'],
  ],
  'config path': [
    ['platelight config path', 'print the path of the settings file'],
    ['platelight config path --json', 'the same for a script'],
  ],
  presets: [
    ['platelight presets', 'list the presets for enhancing'],
    ['platelight presets --all', 'list the presets of every operation'],
  ],
  api: [
    ['platelight api GET /api/capabilities', 'any endpoint, with your credential'],
    ['platelight api POST /api/upscale -f image_url=https://example.com/a.jpg -F scale=4', 'a body of fields'],
  ],
  doctor: [
    ['platelight doctor', 'what works, what does not, and what to do'],
    ['platelight doctor --json', 'the same for a report'],
  ],
  completion: [
    ['source <(platelight completion bash)', 'completes in this shell'],
    ['platelight completion zsh > ~/.zfunc/_platelight', 'completes in every zsh'],
  ],
}

/** The examples of every catalog command. */
const listExamples = (typed: string): Examples => [
  [`platelight ${typed}`, 'a table'],
  [`platelight ${typed} --json`, 'the same for a script'],
]

/** Adds examples to every subcommand of `parent` that has none. */
export function addExamples(parent: Command, path: readonly string[] = []): void {
  for (const command of parent.commands) {
    const typed = [...path, command.name()]
    addExamples(command, typed)
    if (command.commands.length > 0 || isExplained(command) || WITHOUT_EXAMPLES.has(command.name())) continue
    const name = typed.join(' ')
    setExplanation(command, { examples: EXAMPLES[name] ?? listExamples(name) })
  }
}

/** Commands without examples: they pass their arguments on, or print help themselves. */
const WITHOUT_EXAMPLES = new Set(['server', 'help', '__complete'])
