import type { WithPictures } from '../files/picture-uploads.ts'
import type { FormBody, SendForm } from '../files/send-form.ts'
import type { AssetResult, EnhanceResult, GenerationResult, PicturesResult, ReelResult } from '../generated/schema.d.ts'
import type { Job } from '../jobs/job-handle.ts'
import { type Call, mapCall, type SpendOptions } from '../transport/api-call.ts'
import type { JsonBody, Reply } from '../transport/send-operation.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Fields of the form of an enhancement job. `image` is the photo as bytes. */
export interface EnhanceJobFormParams extends FormBody<'/api/mobile/jobs/enhance'> {}

/** Fields of the form of a composition job. `references` are the pictures as bytes. */
export interface ComposeJobFormParams extends FormBody<'/api/jobs/compose'> {}

/** Pictures and words of an asset that is made as a job. */
export interface AssetJobParams extends FormBody<'/api/mobile/jobs/assets'> {}

type ChatEditRequest = WithPictures<JsonBody<'POST', '/api/mobile/jobs/chat-edit'>>
type LayerEditRequest = WithPictures<JsonBody<'POST', '/api/mobile/jobs/layer-edit'>>
type ChatEditResult = Reply<'POST', '/api/mobile/chat-edit'>

/** Mobile and web jobs. They are identified by number and waited for like queue jobs. */
export const mobileJobs = ({ send, jobOf }: ResourceMethods, sendForm: SendForm) => {
  const generating =
    (path: '/api/mobile/jobs/create' | '/api/jobs/generate') =>
    (body: WithPictures<JsonBody<'POST', typeof path>>, options?: SpendOptions): Call<Job<GenerationResult>> =>
      mapCall(send('POST', path, { json: body }, options), ({ job_id }) => jobOf<GenerationResult>(job_id))

  return {
    /**
     * Generates pictures from words as a job, with the fields and the price of `images.generateV2`.
     *
     * @throws as images.generateV2.
     *
     * @example
     * const job = await client.mobileJobs.create({ prompt: 'Tacos on slate', num_outputs: 4 })
     * const { images } = await job.wait()
     */
    create: generating('/api/mobile/jobs/create'),

    /**
     * Generates pictures from words as a job of the web app: `create` under another path.
     *
     * @throws as images.generateV2.
     *
     * @example
     * const job = await client.mobileJobs.generate({ prompt: 'Tacos on slate' })
     */
    generate: generating('/api/jobs/generate'),

    /**
     * Enhances a photo that is sent as a file, as a job: `mobile.enhance` with a `goal` and a `locale`.
     *
     * @throws as mobile.enhance.
     *
     * @example
     * const job = await client.mobileJobs.enhance({ image: { path: './ramen.jpg' }, goal: 'delivery' })
     * const { enhanced_url } = await job.wait()
     */
    enhance: (form: EnhanceJobFormParams, options?: SpendOptions) =>
      mapCall(sendForm('/api/mobile/jobs/enhance', form, options), ({ job_id }) => jobOf<EnhanceResult>(job_id)),

    /**
     * Makes a film of one photo, as a job: `reels.create` under another path.
     *
     * @throws as reels.create.
     *
     * @example
     * const job = await client.mobileJobs.reels({ image: { path: './ramen.jpg' }, duration: '8' })
     */
    reels: (form: FormBody<'/api/mobile/jobs/reels'>, options?: SpendOptions) =>
      mapCall(sendForm('/api/mobile/jobs/reels', form, options), ({ job_id }) => jobOf<ReelResult>(job_id)),

    /**
     * Edits a picture with an instruction, as a job: `mobile.chatEdit` in the background.
     *
     * @throws as mobile.chatEdit.
     *
     * @example
     * const job = await client.mobileJobs.chatEdit({ image_url, instruction: 'warmer' })
     * const { result_url } = await job.wait()
     */
    chatEdit: (json: ChatEditRequest, options?: SpendOptions) =>
      mapCall(send('POST', '/api/mobile/jobs/chat-edit', { json }, options), ({ job_id }) =>
        jobOf<ChatEditResult>(job_id),
      ),

    /**
     * Edits one layer of a picture with an instruction, as a job. Nothing outside of the layer changes. Costs 1 credit,
     * or 2 with something new.
     *
     * @throws as mobile.chatEdit.
     *
     * @example
     * const job = await client.mobileJobs.layerEdit({ image_url, layer: 'background', instruction: 'darker and softer'
     * }) const { result_url } = await job.wait()
     */
    layerEdit: (json: LayerEditRequest, options?: SpendOptions) =>
      mapCall(send('POST', '/api/mobile/jobs/layer-edit', { json }, options), ({ job_id }) =>
        jobOf<ChatEditResult>(job_id),
      ),

    /**
     * Combines several pictures that are sent as files, as a job: `images.compose` in the background. The files are
     * `references`, and the prompt is the `instruction`. The price is that of `images.compose`.
     *
     * @throws as images.compose.
     *
     * @example
     * const references = [{ path: './burger.jpg' }, { path: './fries.jpg' }]
     * const job = await client.mobileJobs.compose({ references, instruction: 'on one wooden table' })
     * const { images } = await job.wait()
     */
    compose: (form: ComposeJobFormParams, options?: SpendOptions) =>
      mapCall(sendForm('/api/jobs/compose', form, options), ({ job_id }) => jobOf<PicturesResult>(job_id)),

    /**
     * Lays out pictures and words as a menu, poster, flyer, post or banner, as a job: `assets.create` in the background.
     *
     * @throws as assets.create.
     *
     * @example
     * const job = await client.mobileJobs.assets({ asset_type: 'menu', source_text: 'Tonkotsu  12.50 €' })
     * const { files } = await job.wait()
     */
    assets: (form: AssetJobParams, options?: SpendOptions) =>
      mapCall(sendForm('/api/mobile/jobs/assets', form, options), ({ job_id }) => jobOf<AssetResult>(job_id)),

    /**
     * Returns a handle for the job with a number, started by this process or another. Sends nothing.
     *
     * @example
     * const result = await client.mobileJobs.get(42).wait()
     */
    get: jobOf as <T = unknown>(id: number) => Job<T>,
  }
}
