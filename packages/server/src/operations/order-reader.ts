import type { Warning } from '../base/warning-codes.ts'
import { ITEM_BODIES, JOB_BODIES } from '../contract/generated/document-operations.ts'
import type { Schemas } from '../contract/index.ts'
import type {
  Batch,
  BatchOrder,
  BodyContext,
  BodyReader,
  FormPhoto,
  Operation,
  Order,
  RunOrder,
} from './define-operation.ts'
import { OPERATIONS } from './image-operations.ts'

type Job = Pick<Schemas['JobSubmitRequest'], 'job_type' | 'params'>

/** The readers of bodies by operationId. Jobs without an endpoint have the key `jobs.submit:` and their type. */
const RUN_READERS = new Map<string, BodyReader<never, Pick<RunOrder, 'operation' | 'params'>>>()
const BATCH_READERS = new Map<string, BodyReader<never, BatchOrder>>()

for (const operation of Object.values<Operation | Batch>(OPERATIONS)) {
  if (operation.isBatch) {
    const readers = Object.entries<BodyReader<never, Omit<BatchOrder, 'operation'>>>(operation.bodies)
    for (const [id, read] of readers) BATCH_READERS.set(id, (body, context) => ({ operation, ...read(body, context) }))
  } else {
    const readers = Object.entries<BodyReader<never, unknown>>(operation.bodies)
    for (const [id, read] of readers) {
      RUN_READERS.set(id, (body, context) => ({ operation, params: read(body, context) }))
    }
  }
}

/** The operationIds of endpoints that perform an operation, and of those that accept a batch. */
export const RUN_ENDPOINTS: readonly string[] = [...RUN_READERS.keys()]
export const BATCH_ENDPOINTS: readonly string[] = [...BATCH_READERS.keys()]

export type OrderReader = ReturnType<typeof createOrderReader>

/** Reads bodies as orders. Both the work and its estimate read them here. */
export function createOrderReader(settings: Pick<BodyContext, 'platforms' | 'enhanceDetail' | 'engines'>) {
  const contextWith = (
    photos: readonly FormPhoto[],
    { warnings, ignored }: { warnings: Warning[]; ignored: string[] },
  ): BodyContext => ({
    ...settings,
    photos,
    warn: (warning) => warnings.push(warning),
    ignore: (field) => ignored.push(field),
    itemOrder: (operation, body) => readRun(ITEM_BODIES[operation], body),
  })

  /**
   * The order in the body of an endpoint that accepts neither a batch nor a job.
   *
   * @param endpoint operationId
   * @param body as checked by the document
   * @param photos of a form; not needed for a price
   * @throws ServiceError for requests that are refused whatever the picture
   */
  const readRun = (endpoint: string, body: unknown, photos: readonly FormPhoto[] = []): RunOrder => {
    const said: { warnings: Warning[]; ignored: string[] } = { warnings: [], ignored: [] }
    return { ...readerOf(RUN_READERS, endpoint)(body as never, contextWith(photos, said)), ...said }
  }

  const readJob = ({ job_type, params }: Job): Order => read(JOB_BODIES[job_type], params)

  /** The same for any endpoint. @throws ServiceError for requests that are refused whatever the picture */
  const read = (endpoint: string, body: unknown): Order => {
    if (endpoint === 'jobs.submit') return readJob(body as Job)
    if (RUN_READERS.has(endpoint)) return readRun(endpoint, body)
    return readerOf(BATCH_READERS, endpoint)(body as never, contextWith([], { warnings: [], ignored: [] }))
  }

  return { read, readRun }
}

function readerOf<Read extends Pick<Order, 'operation' | 'params'>>(
  readers: ReadonlyMap<string, BodyReader<never, Read>>,
  endpoint: string,
): BodyReader<never, Read> {
  const reader = readers.get(endpoint)
  if (!reader) throw new Error(`${endpoint} performs no image operation`)
  return reader
}
