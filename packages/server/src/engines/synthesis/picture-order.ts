import { setTimeout as wait } from 'node:timers/promises'
import type { EngineAccount } from '../../base/config/synthesis-settings.ts'
import type { CutoutProvider, FilmProvider, ImageProvider } from '../../base/engine-capability.ts'
import type { PictureRequest } from '../../operations/synthesis/provider-brief.ts'
import { CUTOUT_MODELS } from '../../operations/tables/cutout-models.ts'
import { FILM_MODELS } from '../../operations/tables/film-models.ts'
import { type ChosenModel, chooseModel } from '../../operations/tables/provider-models.ts'
import { sizeToOrder } from '../../operations/tables/provider-sizes.ts'
import { modelOptions, openModel } from './image-models.ts'
import { orderFetch, type ProviderConnection } from './order-fetch.ts'
import type { OrderJournal } from './order-journal.ts'
import { ProviderError, providerErrorIn } from './provider-error.ts'
import { explainFailures, orderCut, providerGone } from './provider-refusals.ts'

/** An account at a provider, with a connection to it. */
export interface ProviderAccount {
  readonly settings: EngineAccount
  readonly connection: ProviderConnection
}

/** A picture as its provider delivered it. */
export interface DeliveredPicture {
  readonly bytes: Uint8Array
  readonly provider: EngineAccount['name']
  readonly model: ChosenModel
}

export interface PictureOrderOptions {
  readonly accounts: readonly ProviderAccount[]
  readonly request: PictureRequest
  readonly references: readonly Uint8Array[]
  readonly journal: OrderJournal
  readonly index: number
  readonly signal: AbortSignal
  /** Called with every failure of a provider, also one that another provider made good. */
  readonly onProblem: (problem: ProviderError) => void
  /** How often all providers are tried; three times by default. */
  readonly rounds?: number | undefined
}

const ROUNDS = 3
const FIRST_PAUSE_SECONDS = 1
/** A caller waits for the picture, so nobody waits longer for a busy provider. */
const LONGEST_PAUSE_SECONDS = 20
const PASSING: ReadonlySet<ProviderError['failure']> = new Set(['busy', 'outage', 'failed'])

/**
 * Gets one picture: from the provider that an earlier attempt ordered it from, or from the first of the accounts that makes it.
 * Another one is tried only after a failure for which nothing is owed.
 *
 * @throws ServiceError `content_refused`, `engine_unavailable`, `engine_failed`, `overloaded`
 * @throws ProviderError `interrupted` when the order stands and another attempt can fetch its result
 */
export async function orderPicture(options: PictureOrderOptions): Promise<DeliveredPicture> {
  const { accounts, request, journal, index, signal, onProblem, rounds = ROUNDS } = options
  const capability = request.isCutout ? 'cutout' : request.film ? 'motion' : 'synthesis'
  const kept = journal.at(index)
  if (kept && kept.task === null) throw orderCut()
  const holder = accounts.find(({ settings }) => settings.name === kept?.provider)
  if (kept && !holder) throw providerGone(kept.provider, capability)

  let chain = holder ? [holder] : accounts
  for (let round = 1; ; round++) {
    const problems: ProviderError[] = []
    for (const account of chain) {
      try {
        return await deliver(account, options)
      } catch (error) {
        signal.throwIfAborted()
        const problem = providerErrorIn(error) ?? unreadable(account, error)
        onProblem(problem)
        if (problem.failure === 'interrupted') throw problem
        if (!problem.isUnpaid) throw explainFailures([problem], capability)
        await journal.write(index, null)
        problems.push(problem)
      }
    }
    const passing = problems.filter(({ failure }) => PASSING.has(failure))
    const pause = Math.min(
      ...passing.map(({ retryAfterSeconds }) => retryAfterSeconds ?? FIRST_PAUSE_SECONDS * 2 ** (round - 1)),
    )
    if (passing.length === 0 || round === rounds || pause > LONGEST_PAUSE_SECONDS) {
      throw explainFailures(problems, capability)
    }
    await wait(pause * 1000, undefined, { signal })
    chain = accounts
  }
}

async function deliver(account: ProviderAccount, options: PictureOrderOptions): Promise<DeliveredPicture> {
  const { request, references, journal, index, signal } = options
  if (request.film) return deliverFilm(account, options)
  if (request.isCutout) return deliverCutout(account, options)
  const { connection } = account
  const settings = account.settings as EngineAccount<ImageProvider>
  const { generateImage } = await import('ai')
  const model = chooseModel(settings.name, request.model, settings.model)
  const used = references.slice(0, model.maxReferences)
  const id = used.length > 0 ? (model.withReferences ?? model.id) : model.id
  const fetch = orderFetch({ account: settings, connection, journal, index, signal })
  const size = sizeToOrder(request.size, model.sizes)
  const { images, providerMetadata } = await generateImage({
    model: await openModel(settings, id, fetch),
    ...modelOptions(settings, model, request, { size, references: used }),
    n: 1,
    maxRetries: 0,
    abortSignal: signal,
  })
  const [image] = images
  if (!image) throw new ProviderError(settings.name, 'unusable', `${settings.name} delivered no picture`)
  // Where its rules forbid the picture, fal delivers a black one.
  if (JSON.stringify(providerMetadata.fal ?? {}).includes('"nsfw":true')) {
    throw new ProviderError(settings.name, 'refused', `${settings.name} delivered a picture that its rules forbid`)
  }
  return { bytes: image.uint8Array, provider: settings.name, model }
}

/**
 * Orders one film and fetches it. The provider's library is not used for films: it polls by itself, so that the id of an order could
 * not be kept before.
 */
async function deliverFilm(
  { settings, connection }: ProviderAccount,
  { request, references, journal, index, signal }: PictureOrderOptions,
): Promise<DeliveredPicture> {
  const { name: provider, url, key = '' } = settings
  const model = FILM_MODELS[provider as FilmProvider]
  const id = settings.model ?? model.id
  const image = `data:image/jpeg;base64,${Buffer.from(references[0] ?? []).toString('base64')}`
  const order = { prompt: request.prompt, image, seconds: request.film?.seconds ?? 0 }
  const fetch = orderFetch({ account: settings, connection, journal, index, signal })
  const headers = { authorization: model.credential(key), 'content-type': 'application/json' }
  const body = JSON.stringify(model.body(order))
  const reply = await fetch(url + model.path(id), { method: 'POST', headers, body })
  const address = model.filmIn((await reply.json()) as Record<string, unknown>)
  if (typeof address !== 'string') throw new ProviderError(provider, 'unusable', `${provider} delivered no film`)
  const film = await fetch(address)
  return {
    bytes: new Uint8Array(await film.arrayBuffer()),
    provider,
    model: ownModel(id),
  }
}

/** Orders one cut-out and fetches it. Services that do nothing else answer with it. */
async function deliverCutout(
  { settings, connection }: ProviderAccount,
  { references, journal, index, signal }: PictureOrderOptions,
): Promise<DeliveredPicture> {
  const { name: provider, url, key = '' } = settings
  const model = CUTOUT_MODELS[provider as CutoutProvider]
  const id = settings.model ?? model.id
  const fetch = orderFetch({ account: settings, connection, journal, index, signal })
  const body = model.body(references[0] ?? new Uint8Array(), id)
  // A form says itself where its parts end.
  const headers = { ...model.credential(key), ...(typeof body === 'string' && { 'content-type': 'application/json' }) }
  let reply = await fetch(url + model.path(id), { method: 'POST', headers, body })
  if (model.pictureIn) {
    const address = model.pictureIn((await reply.json()) as Record<string, unknown>)
    if (typeof address !== 'string') throw new ProviderError(provider, 'unusable', `${provider} delivered no cut-out`)
    reply = await fetch(address)
  }
  return { bytes: new Uint8Array(await reply.arrayBuffer()), provider, model: ownModel(id) }
}

/** A model that makes of one picture what it always makes. */
const ownModel = (id: string): ChosenModel => ({
  id,
  name: id,
  isAsked: true,
  maxReferences: 1,
  sizes: { kind: 'shape', longSides: [] },
})

/** The library could not read what a provider delivered, so it is not known what became of the order. */
function unreadable({ settings: { name } }: ProviderAccount, error: unknown): ProviderError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ProviderError(name, 'unusable', `${name} delivered no picture: ${reason}`)
}
