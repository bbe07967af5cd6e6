import { sampleEvent } from '@platelight/webhook-verifier/testing'
import { CliError } from '../base/cli-errors.ts'
import { readFileOrStdin } from '../base/read-input.ts'
import type { Context } from '../context/command-context.ts'
import { type Envelope, envelopeOf } from './event-envelope.ts'
import type { EventType } from './event-type-argument.ts'
import { applyAssignments } from './field-assignments.ts'
import { savedEventIn } from './saved-event.ts'

export interface SampleFlags {
  readonly set?: readonly string[]
  /** A file with the body of an event, or `-`. */
  readonly from?: string
}

/** An event to send. */
export interface Sample {
  readonly event: Envelope
  readonly body: Buffer
}

/**
 * Returns an event of this type: from a file, unchanged unless fields are set, or a sample with a new id and date.
 *
 * @throws CliError if the file contains no event, or one of another type
 */
export async function buildSample(type: EventType, { set = [], from }: SampleFlags, context: Context): Promise<Sample> {
  if (from === undefined) {
    const event = structuredClone(sampleEvent(type))
    applyAssignments(event, set)
    return sampleIn(Buffer.from(JSON.stringify(event)), 'The sample')
  }
  const bytes = await readFileOrStdin(from, context.environment)
  const name = from === '-' ? 'Standard input' : from
  const sample = sampleIn(savedEventIn(bytes)?.body ?? bytes, name)
  if (sample.event.type !== type) throw new CliError(`${name} contains ${sample.event.type}, not ${type}.`)
  if (set.length === 0) return sample
  const event = JSON.parse(sample.body.toString('utf8'))
  applyAssignments(event, set)
  return sampleIn(Buffer.from(JSON.stringify(event)), name)
}

function sampleIn(body: Buffer, name: string): Sample {
  const event = envelopeOf(body)
  if (event) return { event, body }
  throw new CliError(`${name} contains no event. An event is JSON with id, type, createdAt and data.`)
}
