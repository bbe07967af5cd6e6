import { Argument, type Command, Option } from 'commander'
import type { ListenFlags } from '../../actions/webhooks/listen-actions.ts'
import type { ReplayFlags } from '../../actions/webhooks/replay-actions.ts'
import type { VerifyFlags } from '../../actions/webhooks/signature-actions.ts'
import type { TriggerFlags } from '../../actions/webhooks/trigger-actions.ts'
import { CliError } from '../../base/cli-errors.ts'
import { namesOf, repeated, wholeNumber } from '../../base/flag-values.ts'
import { EVENT_TYPES } from '../../generated/webhook-event-types.ts'
import { SCHEDULES } from '../../webhooks/attempt-schedule.ts'
import type { EventType } from '../../webhooks/event-type-argument.ts'
import type { SecretFlags } from '../../webhooks/signing-secret.ts'
import type { RunAction } from '../run-action.ts'
import { addWebhookEndpoints } from './webhook-endpoints-command.ts'

/** `platelight webhooks …`. */
export function addWebhooks(program: Command, run: RunAction): void {
  const webhooks = program.command('webhooks').description('receive, send and check webhooks; endpoints on the server')
  secretOptions(webhooks.command('listen'))
    .summary('receive events on this machine, verify them, and forward them')
    .description(
      [
        'Receive events on this machine, verify them, and forward the same bytes and headers. The sender gets the answer of',
        'your receiver. Events that fail verification are refused and not forwarded. Needs no server. Without a given secret,',
        'a test secret of this machine is used, as by trigger, sign and verify.',
      ].join(' '),
    )
    .option('--port <n>', 'port on 127.0.0.1; 0 for any free port', wholeNumber(0, 65_535), 4810)
    .option('--forward-to <url>', 'address of your receiver; without it, verified events are answered with 200')
    .option('--events <names>', 'forward only these; others are answered with 200', namesOf(EVENT_TYPES))
    .option('--print-secret', 'print the secret and exit')
    .option('--skip-verify-tls', 'forward even if the certificate of --forward-to cannot be trusted')
    .option('--save <folder>', 'save each event as a file, for replay')
    .option(
      '--register [url]',
      'create an endpoint on the server while this runs, for this machine or for the URL of a tunnel to it',
    )
    .action((flags: ListenFlags) =>
      run(async (context) => (await import('../../actions/webhooks/listen-actions.ts')).listen(flags, context)),
    )
  sendingOptions(webhooks.command('trigger'))
    .summary('send a signed sample event')
    .description(
      [
        'Send a signed sample event, as the service would: once, or with --schedule as often as the service. That is up to seven',
        'attempts, 0 s, 5 s, 30 s, 2 min, 10 min, 30 min and 1 h after the one before, until one is answered 2xx within five',
        'seconds. Each has the same bytes and id. The exit code is 0 if it was accepted, 1 if not, 8 without an answer.',
      ].join(' '),
    )
    .addArgument(new Argument('<event>', 'which one').choices(EVENT_TYPES))
    .option('--set <path=value>', 'change a field, such as data.photo.id=run_1; may be repeated', repeated)
    .option('--from <file>', 'send the event of this file instead of a sample; - for standard input')
    .addOption(
      new Option('--schedule <how>', 'make seven attempts, in real time or a hundred times faster').choices(SCHEDULES),
    )
    .option(
      '--all-attempts',
      'continue after an attempt was accepted: every repeat should be answered with 2xx and do nothing',
    )
    .action((event: EventType, flags: TriggerFlags) =>
      run(async (context) =>
        (await import('../../actions/webhooks/trigger-actions.ts')).trigger(event, flags, context),
      ),
    )
  secretOptions(webhooks.command('sign'))
    .description('print the X-Service-Signature of a body')
    .argument('[file]', 'file with the body, or - for standard input', '-')
    .action((file: string, flags: SecretFlags) =>
      run(async (context) =>
        (await import('../../actions/webhooks/signature-actions.ts')).signFile(file, flags, context),
      ),
    )
  secretOptions(webhooks.command('verify'))
    .summary('check the signature of a body')
    .description(
      'Check the signature of a body. The exit code is 10 when it is not valid; the reason is printed if it is known.',
    )
    .argument('[file]', 'the body, an event saved by listen --save, or - for standard input', '-')
    .option('--signature <hex>', 'the value of X-Service-Signature; a saved event contains it')
    .action((file: string, flags: VerifyFlags) =>
      run(async (context) =>
        (await import('../../actions/webhooks/signature-actions.ts')).verifyFile(file, flags, context),
      ),
    )
  sendingOptions(webhooks.command('replay'))
    .summary('send saved events again')
    .description(
      [
        'Send events saved by listen --save again: the same bytes and headers, in the given order. They are signed again',
        'only if a secret is given. By default, receivers accept events for three days.',
      ].join(' '),
    )
    .argument('<file...>', 'saved events')
    .action((files: string[], flags: ReplayFlags) =>
      run(async (context) => (await import('../../actions/webhooks/replay-actions.ts')).replay(files, flags, context)),
    )
  addWebhookEndpoints(webhooks, run)
}

const secretOptions = (command: Command): Command =>
  command
    .addOption(new Option('--secret <secret>').hideHelp().argParser(noSecret))
    .option('--secret-env <name>', 'environment variable that holds the signing secret')
    .option('--secret-file <file>', 'file that holds the signing secret')

/** Other tools have a --secret flag, so refuse it with an explanation. */
function noSecret(): never {
  throw new CliError(
    'A secret must not be an argument, because other processes can read arguments. Use --secret-env or --secret-file.',
  )
}

const sendingOptions = (command: Command): Command =>
  secretOptions(
    command
      .requiredOption('--to <url>', 'your receiver')
      .option('--skip-verify-tls', 'send even if its certificate cannot be trusted'),
  )
