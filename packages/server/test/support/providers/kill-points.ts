import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProviderStandIn, pictureOf, type Step } from './provider-stand-in.ts'

/** What is certain after a kill. Where a reply was under way, either end is right. */
export interface Certain {
  readonly end: 'SUCCESS' | 'FAILURE' | 'either'
  /** Orders that the provider took. */
  readonly paid: 0 | 1 | 'at most 1'
}

/** A moment of a run at which the server is killed: of a request to the provider, or of the run itself. */
export type KillPoint = Certain & { readonly at: string } & (
    | {
        readonly step: Step
        /** Which request of that step. */
        readonly count: number
        /** How much of the reply has left: nothing and not taken, nothing, its head, half, all but its end, all. */
        readonly sent: 'untaken' | 'nothing' | 'head' | 'half' | 'most' | 'all'
      }
    | { readonly run: 'accepted' | 'noted' | 'stored' | 'ended' }
  )

const SAVED = { end: 'SUCCESS', paid: 1 } as const
/** Nobody can say whether the provider took the order, so the run fails and nothing is ordered again. */
const LOST = { end: 'FAILURE', paid: 1 } as const
const OPEN = { end: 'either', paid: 1 } as const

const OF_THE_RUN: readonly KillPoint[] = [
  { at: 'the run is accepted', run: 'accepted', end: 'either', paid: 'at most 1' },
  { at: 'the run notes that it will order', run: 'noted', end: 'either', paid: 'at most 1' },
  { at: 'the picture is stored', run: 'stored', ...OPEN },
  { at: 'the run has ended', run: 'ended', ...SAVED },
]
const OF_THE_ORDER: readonly KillPoint[] = [
  { at: 'the order arrives', step: 'order', count: 1, sent: 'untaken', end: 'FAILURE', paid: 0 },
  { at: 'the order is taken', step: 'order', count: 1, sent: 'nothing', ...LOST },
  { at: 'the reply to the order is sent', step: 'order', count: 1, sent: 'all', ...OPEN },
]

/** Moments of an order that the provider names before it does it. */
export const TASK_POINTS: readonly KillPoint[] = [
  ...OF_THE_ORDER,
  { at: 'the state is asked for', step: 'state', count: 1, sent: 'nothing', ...SAVED },
  { at: 'the state is told', step: 'state', count: 1, sent: 'all', ...SAVED },
  { at: 'the end is told', step: 'state', count: 2, sent: 'all', ...SAVED },
  { at: 'the picture is asked for', step: 'picture', count: 1, sent: 'nothing', ...SAVED },
  { at: 'half of the picture is sent', step: 'picture', count: 1, sent: 'half', ...SAVED },
  { at: 'the picture is sent', step: 'picture', count: 1, sent: 'all', ...SAVED },
  ...OF_THE_RUN.filter((point) => 'run' in point && point.run === 'stored').map((point) => ({ ...point, ...SAVED })),
]

/** Moments of an order that is answered with the picture. */
export const DIRECT_POINTS: readonly KillPoint[] = [
  ...OF_THE_RUN,
  ...OF_THE_ORDER,
  { at: 'the head of the reply is sent', step: 'order', count: 1, sent: 'head', ...LOST },
  { at: 'half of the picture is sent', step: 'order', count: 1, sent: 'half', ...LOST },
  { at: 'all but the end of the picture is sent', step: 'order', count: 1, sent: 'most', ...LOST },
]

/** What happens in the server, seen from outside. */
export interface RunSigns {
  /** Whether the next run has reached this. */
  readonly has: (what: 'noted' | 'stored' | 'ended') => Promise<boolean>
}

/**
 * Kills the server at a point of the next run.
 *
 * @returns `submitted` is to be called when the run was submitted; `dead` settles when the server has ended
 */
export function killAt(standIn: ProviderStandIn, point: KillPoint, signs: RunSigns, kill: () => Promise<unknown>) {
  if ('run' in point) {
    const { run } = point
    let submitted = () => {}
    const started = new Promise<void>((resolve) => {
      submitted = resolve
    })
    const reached = async () => {
      if (run === 'accepted') return
      while (!(await signs.has(run))) await sleep(2)
    }
    return { submitted, dead: started.then(reached).then(kill) }
  }
  const { step, count, sent } = point
  const dead = new Promise<void>((resolve, reject) => {
    const die = () => kill().then(() => resolve(), reject)
    standIn.misbehaves(async (at, number, response) => {
      if (at !== step || number !== count) return undefined
      if (sent === 'all') {
        response.once('finish', die)
        return undefined
      }
      // It was taken, although its reply never arrives.
      if (step === 'order' && sent !== 'untaken') standIn.take()
      await sendPart(response, sent, await replyOf(standIn, step))
      await die()
      response.destroy()
      return 'handled'
    })
  })
  return { submitted: () => {}, dead }
}

/** The reply that carries the picture, which none of these points lets through whole. */
async function replyOf({ wire }: ProviderStandIn, step: Step): Promise<Buffer> {
  const picture = await pictureOf()
  return step === 'order' && wire.picture ? Buffer.from(JSON.stringify(wire.picture(picture).body)) : picture
}

async function sendPart(response: ServerResponse, sent: string, reply: Buffer): Promise<void> {
  if (sent === 'untaken' || sent === 'nothing') return
  response.writeHead(200, {
    'content-type': reply[0] === 0x7b ? 'application/json' : 'image/png',
    'content-length': String(reply.length),
  })
  const end = sent === 'head' ? 0 : sent === 'half' ? reply.length / 2 : reply.length - 1
  if (end === 0) response.flushHeaders()
  else await new Promise<void>((resolve) => response.write(reply.subarray(0, end), () => resolve()))
}
