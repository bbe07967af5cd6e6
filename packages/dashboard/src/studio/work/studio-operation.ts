import type { Faithfulness, SpendOptions, SubjectHint, Warning } from '@platelight/sdk'
import { session } from '../../session/dashboard-session.ts'

/** An option of an operation, from the OpenAPI document. */
export interface OperationOption {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly about: string
  readonly choices?: readonly (string | number)[]
  /** A regular expression that a text must match. */
  readonly pattern?: string
  readonly min?: number
  readonly max?: number
  readonly default?: unknown
}

/** An operation that makes one picture of one photo, from the OpenAPI document. */
export interface StudioOperation {
  readonly name: string
  readonly noun: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly takesSubject: boolean
  /** Whether the area to edit is painted on the photo. */
  readonly takesMask: boolean
  readonly options: readonly OperationOption[]
}

/** An operation with the options that were chosen. What is left out is left to the server. */
export interface Work {
  readonly operation: StudioOperation
  readonly options: Readonly<Record<string, string | number | boolean>>
}

/** What all these operations answer. */
export interface MadePicture {
  readonly result_url: string
  readonly credits_used: number
  readonly faithfulness: Faithfulness
  readonly warnings: readonly Warning[]
}

/** `remove-background` as people write it. */
export const titleOf = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Method = (body: object, options?: SpendOptions) => PromiseLike<MadePicture>

/** Does the work on an uploaded photo, by the method of the client that the document names. */
export function performWork(
  { operation, options }: Work,
  {
    image,
    mask,
    subject,
  }: { readonly image: string; readonly mask?: string | undefined; readonly subject?: SubjectHint | undefined },
  call: SpendOptions,
) {
  const nouns = session.client as unknown as Readonly<Record<string, Readonly<Record<string, Method>>>>
  const method = nouns[operation.noun]?.[operation.method]
  if (!method) throw new Error(`The client has no ${operation.noun}.${operation.method}.`)
  const body = { image_url: image, ...(mask && { mask_url: mask }), ...options, ...(subject && { subject }) }
  return method(body, call)
}
