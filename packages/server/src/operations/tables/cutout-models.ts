import type { CutoutProvider } from '../../base/engine-capability.ts'

interface CutoutModel {
  /** Its id there, unless the operator names another one. */
  readonly id: string
  /** The address of an order, after that of the API. */
  path(id: string): string
  credential(key: string): Readonly<Record<string, string>>
  /** JSON as a text, or a form. @param picture a JPEG */
  body(picture: Uint8Array, id: string): string | FormData
  /** The address of the cut-out in the last reply about an order. Undefined where the reply is the cut-out itself. */
  readonly pictureIn?: (reply: Readonly<Record<string, unknown>>) => unknown
}

const dataUrl = (picture: Uint8Array): string => `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`

/** A form with a file and fields, which the services that do nothing else take. */
function formOf(picture: Uint8Array, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  form.set('image_file', new Blob([Buffer.from(picture)], { type: 'image/jpeg' }), 'photo.jpg')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** The model of each provider of cut-outs. This is the only place where their ids stand. */
export const CUTOUT_MODELS: Readonly<Record<CutoutProvider, CutoutModel>> = {
  fal: {
    id: 'fal-ai/birefnet/v2',
    path: (id) => `/${id}`,
    credential: (key) => ({ authorization: `Key ${key}` }),
    // Only the transparency of the result is used, so its colours need no care.
    body: (picture) => JSON.stringify({ image_url: dataUrl(picture), output_format: 'png', refine_foreground: false }),
    pictureIn: ({ image }) => (typeof image === 'object' && image !== null && 'url' in image ? image.url : undefined),
  },
  replicate: {
    id: '851-labs/background-remover:a029dff38972b5fda4ec5d75d7d1cd25aeff621d2cf4946a41055d7db66b80bc',
    // A model without a version is one that Replicate itself keeps up.
    path: (id) => (id.includes(':') ? '/predictions' : `/models/${id}/predictions`),
    credential: (key) => ({ authorization: `Bearer ${key}` }),
    body: (picture, id) => {
      const [, version] = id.split(':')
      return JSON.stringify({ ...(version !== undefined && { version }), input: { image: dataUrl(picture) } })
    },
    pictureIn: ({ output }) => (Array.isArray(output) ? output[0] : output),
  },
  photoroom: {
    id: 'segment',
    path: (id) => `/${id}`,
    credential: (key) => ({ 'x-api-key': key }),
    body: (picture) => formOf(picture, { format: 'png', channels: 'rgba', size: 'full', crop: 'false' }),
  },
  removebg: {
    id: 'removebg',
    path: (id) => `/${id}`,
    credential: (key) => ({ 'x-api-key': key }),
    // With `auto`, an account without credits gets a small preview instead of a refusal.
    body: (picture) => formOf(picture, { format: 'png', channels: 'rgba', size: 'full', crop: 'false' }),
  },
}
