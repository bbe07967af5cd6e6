import { Argument, type Command, Option } from 'commander'
import type { ListFlags } from '../../actions/show-list.ts'
import type { DeliveriesFlags } from '../../actions/webhooks/delivery-actions.ts'
import type {
  CreateEndpointFlags,
  RotateEndpointFlags,
  UpdateEndpointFlags,
} from '../../actions/webhooks/endpoint-actions.ts'
import { DELIVERY_STATES } from '../../generated/cli-enums.ts'
import { EVENT_TYPES } from '../../generated/webhook-event-types.ts'
import { type EventType, selection } from '../../webhooks/event-type-argument.ts'
import { listOptions } from '../list-options.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight webhooks endpoints …`, `deliveries` and `redeliver`: webhooks stored on the server. */
export function addWebhookEndpoints(webhooks: Command, run: RunAction): void {
  const endpoints = webhooks.command('endpoints').description('manage the endpoints that the server sends events to')
  const module = () => import('../../actions/webhooks/endpoint-actions.ts')
  const log = () => import('../../actions/webhooks/delivery-actions.ts')
  listOptions(endpoints.command('list'))
    .description('list endpoints, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listEndpoints(flags, context)))
  endpoints
    .command('get')
    .description('show one endpoint')
    .argument('<id>')
    .action((id: string) => run(async (context) => (await module()).getEndpoint(id, context)))
  endpoints
    .command('create')
    .description('create an endpoint; its signing secret is shown once')
    .argument('<url>', 'where events are sent; https on a server in production')
    .option('--events <names>', 'only these events (default: all)', selection)
    .option('--description <text>', 'what it is for')
    .option('--disabled', 'create it disabled')
    .option('--output-file <file>', 'write the secret to a new file that only you can read')
    .action((url: string, flags: CreateEndpointFlags) =>
      run(async (context) => (await module()).createEndpoint(url, flags, context)),
    )
  endpoints
    .command('update')
    .description('change an endpoint, or enable one that the server disabled')
    .argument('<id>')
    .option('--url <url>', 'new URL')
    .option('--events <names>', 'only these events, or all', selection)
    .option('--description <text>', 'what it is for')
    .addOption(new Option('--enable', 'send to it').conflicts('disable'))
    .option('--disable', 'send nothing to it; waiting deliveries are dropped')
    .action((id: string, flags: UpdateEndpointFlags) =>
      run(async (context) => (await module()).updateEndpoint(id, flags, context)),
    )
  endpoints
    .command('delete')
    .description('delete endpoints with their waiting deliveries and their log')
    .argument('<id...>')
    .action((ids: string[]) => run(async (context) => (await module()).deleteEndpoints(ids, context)))
  endpoints
    .command('rotate')
    .description('create a new signing secret; the old one also signs for a day, or until --finish')
    .argument('<id>')
    .option('--finish', 'stop using the old secret; the receiver must know the new one')
    .option('--output-file <file>', 'write the secret to a new file that only you can read')
    .action((id: string, flags: RotateEndpointFlags) =>
      run(async (context) => (await module()).rotateEndpoint(id, flags, context)),
    )
  endpoints
    .command('test')
    .description('have the server send a sample event and show the answer; exit code 1 when it was not accepted')
    .argument('<id>')
    .addArgument(new Argument('[event]', 'which one (default: photo.enhancement.completed)').choices(EVENT_TYPES))
    .action((id: string, event: EventType | undefined) =>
      run(async (context) => (await log()).testEndpoint(id, event, context)),
    )
  listOptions(webhooks.command('deliveries'))
    .description('list what the server sent to an endpoint and the answers, newest first')
    .argument('<endpoint>')
    .argument('[delivery]', 'show this delivery with every attempt')
    .addOption(new Option('--status <state>', 'only these').choices(DELIVERY_STATES))
    .action((endpoint: string, delivery: string | undefined, flags: DeliveriesFlags) =>
      run(async (context) => (await log()).showDeliveries(endpoint, delivery, flags, context)),
    )
  webhooks
    .command('redeliver')
    .description('have the server send an event again and show the answer; exit code 1 when it was not accepted')
    .argument('<endpoint>')
    .argument('<delivery>')
    .action((endpoint: string, delivery: string) =>
      run(async (context) => (await log()).redeliver(endpoint, delivery, context)),
    )
}
