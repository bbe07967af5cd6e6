import { expect, test } from 'vitest'
import { JOB_BODIES } from '../../../server/src/contract/generated/document-operations.ts'
import type { Endpoint } from '../../../server/src/http/endpoints/endpoint-table.ts'
import { type Body, createComparisons, optionEndpoints, optionsOf } from '../../../server/test/support/option-values.ts'
import { clientOf, type Recorded, refusal, serve } from '../support/scripted-server.ts'

// What an option does when it is sent, the server's own test of all options shows. So a method has to send the same.

const addressOf = (name: string) => `https://example.com/${name}.jpg`
const comparisons = createComparisons({
  dish: addressOf('dish'),
  other: addressOf('other'),
  logo: addressOf('logo'),
  mask: addressOf('mask'),
  otherMask: addressOf('other-mask'),
  menu: addressOf('menu'),
})

/** Two bodies for each option of an endpoint. */
const bodiesFor = (endpoint: Endpoint): readonly Body[] => {
  const bodies = optionsOf(endpoint).flatMap((option) => comparisons.of(endpoint, option).bodies)
  return [...new Set(bodies.map((body) => JSON.stringify(body)))].map((body) => JSON.parse(body) as Body)
}

type Method = (...input: unknown[]) => PromiseLike<unknown>

/** Calls a method of the client and returns what it sends. The server refuses it, so that no method needs a reply of its own. */
async function recorder(id: string) {
  const server = await serve(refusal(400, 'prompt_required'))
  const [noun = '', name = ''] = id.split('.')
  const methods = clientOf(server)[noun as 'images'] as unknown as Readonly<Record<string, Method>>
  return async (...input: unknown[]): Promise<Recorded> => {
    await expect(methods[name]?.(...input)).rejects.toMatchObject({ code: 'prompt_required' })
    const [request, ...others] = server.requests.splice(0)
    if (!request || others.length > 0) throw new Error(`${id} sent ${1 + others.length} requests`)
    return request
  }
}

const bodyOf = ({ body }: Recorded): unknown => JSON.parse(body.toString())

/** The fields of a form, where the content of a file is its address. */
async function formOf({ headers, body }: Recorded): Promise<Body> {
  const type = String(headers['content-type'])
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const fields: Record<string, unknown> = {}
  for (const name of new Set(form.keys())) {
    const values = await Promise.all(form.getAll(name).map((one) => (typeof one === 'string' ? one : one.text())))
    fields[name] = values.length === 1 ? values[0] : values
  }
  return fields
}

const isFile = (name: string) => ['image', 'references', 'reference_images', 'logo_image', 'pdf'].includes(name)

/** The fields of a body as a form has them: an empty list is no field, and a list of one is the same as its value. */
const inForm = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const values = [value].flat()
      return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]]
    }),
  )
const asFiles = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asFiles) : new Blob([String(value)], { type: 'image/jpeg' })

test.each(optionEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s sends every option as a direct call does, with each value',
  async (id, endpoint) => {
    const sentBy = await recorder(String(endpoint.source['x-sdk'] ?? id))
    for (const body of bodiesFor(endpoint)) {
      if (endpoint.body?.form) {
        const fields = Object.entries(body).map(([name, value]) => [name, isFile(name) ? asFiles(value) : value])
        expect(await formOf(await sentBy(Object.fromEntries(fields)))).toEqual(inForm(body))
      } else {
        // The only field that a method calls otherwise, because it may be a file, too.
        const { imageUrl, ...rest } = body
        const input = imageUrl === undefined ? body : { image: imageUrl, ...rest }
        expect(bodyOf(await sentBy(input))).toEqual(body)
      }
    }
  },
)

test.each(Object.entries(JOB_BODIES))(
  'jobs.submit sends every option of a job %s, with each value',
  async (type, job) => {
    // This job alone has a body of its own: that of a call for one photo.
    const id = job === 'jobs.submit:process_image' ? 'images.process' : job
    const bodies = optionEndpoints.filter((endpoint) => endpoint.id === id).flatMap(bodiesFor)
    expect(bodies.length).toBeGreaterThan(0)
    const sentBy = await recorder('jobs.submit')
    for (const params of bodies) expect(bodyOf(await sentBy(type, params))).toEqual({ job_type: type, params })
  },
)
