import { ServiceError } from '../../base/service-error.ts'
import type { Schemas } from '../../contract/index.ts'
import { type Order, type Orders, order } from '../../operations/define-operation.ts'
import { type ProcessImageParams, processImage } from '../../operations/process-image/process-image-operation.ts'

type JobType = Schemas['JobSubmitRequest']['job_type']

/** What translates the body of the endpoint whose work a job does; left out where that is not built. */
type Translations = Readonly<Partial<Record<JobType, (params: never) => Order>>>

export type JobOrders = ReturnType<typeof createJobOrders>

/** What a queue job asks for: exactly what the call for the same work asks for. */
export const createJobOrders = (translations: Omit<Translations, 'process_image'>) => {
  const all: Translations = {
    ...translations,
    process_image: ({ image_url, steps, scale, format }: ProcessImageParams) =>
      order(processImage, { image_url, steps, scale, ...(format && { format }) }),
  }
  return {
    submit: ({ job_type, params }) => {
      const translate = all[job_type]
      if (!translate) throw new ServiceError('not_implemented', `The job ${job_type} is not built yet.`)
      return translate(params as never)
    },
  } satisfies Orders<'jobs'>
}
