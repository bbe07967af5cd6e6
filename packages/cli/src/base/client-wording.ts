/** Replaces names of client options and of fields of the request by CLI flags. */
const FLAGS: readonly (readonly [option: RegExp, flag: string])[] = [
  [/\b(an?|another) folder for the results\b/, '$1 folder with --out'],
  [/Name another stateFile, or move the file away\./, 'Move the file away, or choose another folder with --out.'],
  [/The limit of ([\d.]+) credits is reached\./, '--max-credits $1 is reached.'],
  [/\bbox in `subject`/g, 'box with --subject-box'],
  [/`subject`/g, '--subject-box, --subject-point or --subject-strokes'],
  [/\bitems_json\b/g, '--items'],
  [/\bsource_text\b/g, '--text'],
  [/\bmotion_details\b/g, '--details'],
  [
    /The credential is not valid\. It is unknown, revoked or expired, or it does not have the form "Bearer …"\./,
    'The server does not accept the key: it is unknown, was revoked, or has expired.',
  ],
  [
    /^The server answered text\/html: .*$/s,
    'A web page came instead of an answer. If this Wi-Fi asks to sign in, open a browser and do that first. Otherwise the address of the server is wrong.',
  ],
  [
    /^The server redirects to (\S+); is the base URL right\?/,
    'Another address came instead of an answer: $1 If this Wi-Fi asks to sign in, open a browser and do that first. Otherwise --base-url or PLATELIGHT_BASE_URL is wrong.',
  ],
  [
    /^There is no such endpoint\./,
    'This server does not know the command: it is older than platelight, or no Platelight server at all.',
  ],
  [
    /^The connection to (\S+) failed \((?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN)\)\..*$/s,
    'The server at $1 is not found. Check the Wi-Fi or the cable, and the address.',
  ],
  [
    /(?:EACCES: permission denied|EPERM: operation not permitted), (?:open|scandir|stat) '[^']*'/,
    'you may not open it',
  ],
  [
    /^The ledger (.+) cannot be written: ENOSPC: .*$/s,
    'The disk is full: $1, the record of the run, cannot be written. Free some space, or choose another folder with --out.',
  ],
  [/Cannot write (.+): ENOSPC: no space left on device, write/, 'The disk is full, so $1 was not written.'],
  [/This credential lacks the scope "(\w+)"\./, 'The key was made without permission for this (scope $1).'],
  [/; recursive (takes them too|looks there)\./, '; --recursive $1.'],
  [
    /Start a server here with npx @platelight\/server start, or name another with baseUrl or PLATELIGHT_BASE_URL\./,
    'Start a server there with platelight server start, or choose another with --base-url. Without an address, the command starts a server of its own.',
  ],
]

/** An error message of the client or a sentence of the server, worded for the command line. */
export const toCliWording = (sentence: string): string =>
  FLAGS.reduce((text, [option, flag]) => text.replace(option, flag), sentence)
