import type { Command } from 'commander'
import { seconds } from '../base/flag-values.ts'

/** The flags of every command. */
export const globalOptions = (program: Command): Command =>
  program
    .option('--json', 'print one JSON document')
    .option('--ndjson', 'print JSON events, one per line, as they happen')
    .option('-q, --quiet', 'print failures only')
    .option('-v, --verbose', 'print more details')
    .option('--debug', 'print every request, and stack traces of errors')
    .option('--no-color', 'no colours (NO_COLOR)')
    .option('--no-input', 'never ask a question')
    .option('-y, --yes', 'answer every question with yes')
    .option('--profile <name>', 'settings and credential to use (PLATELIGHT_PROFILE)')
    .option('--base-url <url>', 'server to use (PLATELIGHT_BASE_URL)')
    .option('--api-key-file <file>', 'file that holds the API key (PLATELIGHT_API_KEY)')
    .option('--timeout <seconds>', 'deadline of one request', seconds)
    .option('--request-id <id>', 'id of the requests, for finding them in logs')
