import type { FilmProvider } from '../../base/engine-capability.ts'

/** What a provider of films is sent. */
export interface FilmOrder {
  readonly prompt: string
  /** The first frame as a data URL. */
  readonly image: string
  readonly seconds: number
}

interface FilmModel {
  /** Its id there, unless the operator names another one. */
  readonly id: string
  /** The address of an order, after that of the API. */
  path(id: string): string
  /** The value of the header `Authorization`. */
  credential(key: string): string
  body(order: FilmOrder): object
  /** The address of the film in the last reply about an order. */
  filmIn(reply: Readonly<Record<string, unknown>>): unknown
}

/** Models make films of five or ten seconds. A longer one than was asked for is cut. */
const lengthOf = (seconds: number): number => (seconds <= 5 ? 5 : 10)

const UNWANTED = 'people, hands, text, captions, watermark, changed food, melting, morphing, cuts'

/** The model of each provider of films. This is the only place where their ids stand. */
export const FILM_MODELS: Readonly<Record<FilmProvider, FilmModel>> = {
  fal: {
    id: 'fal-ai/kling-video/v2.5-turbo/pro/image-to-video',
    path: (id) => `/${id}`,
    credential: (key) => `Key ${key}`,
    body: ({ prompt, image, seconds }) => ({
      prompt,
      image_url: image,
      duration: String(lengthOf(seconds)),
      negative_prompt: UNWANTED,
    }),
    filmIn: ({ video }) => (typeof video === 'object' && video !== null && 'url' in video ? video.url : undefined),
  },
  replicate: {
    id: 'kwaivgi/kling-v2.5-turbo-pro',
    path: (id) => `/models/${id}/predictions`,
    credential: (key) => `Bearer ${key}`,
    body: ({ prompt, image, seconds }) => ({
      input: { prompt, start_image: image, duration: lengthOf(seconds), negative_prompt: UNWANTED },
    }),
    filmIn: ({ output }) => (Array.isArray(output) ? output[0] : output),
  },
}
