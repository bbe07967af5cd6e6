import type { ResourceMethods } from './resource-methods.ts'

/** The /api picture operations, answered when the work is done. Field names are the wire's. */
export const images = ({ spend }: ResourceMethods) => ({
  /**
   * Enhances the photo at an address, in its own aspect. Costs 1 credit, 2 with `remove_background`;
   * a failure costs nothing. Bytes are uploaded first with `client.uploads.create`. `format` asks for jpeg, png,
   * webp or avif; by default it is JPEG, PNG where something is transparent.
   *
   * @returns `enhanced_url` and its size in pixels.
   * @throws BadRequestError `image_unreachable`, `image_url_blocked`, `unsupported_image`, `image_too_large` …
   * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
   *
   * @example
   * const { enhanced_url } = await client.images.enhance({ image_url, preset: 'social-media' })
   */
  enhance: spend('/api/enhance'),

  /**
   * Puts the light of a photo right by its dish. Costs 1 credit; a failure costs nothing.
   *
   * @returns `result_url` and its size in pixels.
   * @throws as enhance.
   *
   * @example
   * const { result_url } = await client.images.aiEnhance({ image_url })
   */
  aiEnhance: spend('/api/ai-enhance'),

  /**
   * Gives a photo livelier colours and, where it is dark, more light: `strength` 0 (nothing) to 1, 0.5 by default. Costs
   * 1 credit; a failure costs nothing.
   *
   * @returns `result_url` and its size in pixels.
   * @throws as enhance.
   *
   * @example
   * const { result_url } = await client.images.enhanceColors({ image_url, strength: 0.8 })
   */
  enhanceColors: spend('/api/enhance-colors'),

  /**
   * Measures a photo and mends what is wrong with it; `separate_background` sets the dish off as well. Costs 1 credit; a
   * failure costs nothing.
   *
   * @returns `result_url`, and in sentences what was `found` and `done`.
   * @throws as enhance.
   *
   * @example
   * const { result_url, found, done } = await client.images.smartEdit({ image_url })
   */
  smartEdit: spend('/api/smart-edit'),

  /**
   * Moves up to 20 photos of a menu towards one look: that of `reference_url`, or the middle of them all. Costs 1
   * credit for each photo; a failure costs nothing.
   *
   * @returns `images` in the order given, `score_before` and `score` (0–100), and `outliers`, the places of photos that
   * still stand out; their `reasons` say why.
   * @throws BadRequestError `bad_request` for one photo without a reference, and as enhance.
   *
   * @example
   * const { images, outliers } = await client.images.menuConsistency({ image_urls, reference_url })
   */
  menuConsistency: spend('/api/menu-consistency'),

  /**
   * Enlarges a photo to exactly twice or four times its size. Costs 1 credit at 2x and 2 at 4x; a failure costs
   * nothing.
   *
   * @returns `result_url`, and both sizes in pixels.
   * @throws BadRequestError `result_too_large` above 16,384 pixels a side or 100 megapixels, and as enhance.
   * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
   *
   * @example
   * const { result_url, upscaled_size } = await client.images.upscale({ image_url, scale: 4 })
   */
  upscale: spend('/api/upscale'),

  /**
   * Enhances a photo for delivery and brings it to the rules of one slot of a platform. Costs 1 credit; a failure
   * costs nothing. `client.exports.platform` does the same without a change of light and colour.
   *
   * @returns `result_url`, its size in pixels, and the verdicts `before` and `after`.
   * @throws BadRequestError `platform_unknown` with the names that come near, and as enhance.
   * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
   *
   * @example
   * const { result_url } = await client.images.platformOptimize({ image_url, platform: 'deliveroo.item' })
   */
  platformOptimize: spend('/api/platform-optimize'),

  /**
   * Takes the blur out of a photo that is in it. Costs 1 credit; a failure costs nothing. A photo that is sharp
   * already comes back as it was, with a warning.
   *
   * @returns `result_url`, its size in pixels, and `warnings`.
   * @throws BadRequestError as enhance; ServerError `engine_unavailable` for `quality: 'best'`.
   *
   * @example
   * const { result_url } = await client.images.fixBlur({ image_url })
   */
  fixBlur: spend('/api/fix-blur'),

  /**
   * Fills one area of a photo from what is around it: exactly one of `box` (fractions of the sides), `mask_url` (white
   * where to edit, of the same aspect) and `layer`. Costs 2 credits; a failure costs nothing.
   *
   * @returns `result_url`, a PNG that differs nowhere else; `format: 'jpeg'` and others warn that they do.
   * @throws BadRequestError `mask_aspect` with both sizes, `area_empty`, `nothing_to_fill_from`, and as enhance; a
   * `prompt` needs a generator (503 `engine_unavailable`).
   *
   * @example
   * const { result_url } = await client.images.inpaint({ image_url, box: { x: 0.7, y: 0.1, width: 0.2, height: 0.3 } })
   */
  inpaint: spend('/api/inpaint'),

  /**
   * Cuts the dish out: a transparent PNG of the photo's own size. `shadow` lays a soft contact shadow under it.
   * Costs 1 credit; a failure costs nothing.
   *
   * @returns `result_url`, and how sure the cut is in `confidence` (0–1).
   * @throws BadRequestError `no_subject` where nothing could be the dish, and as enhance.
   *
   * @example
   * const { result_url, confidence } = await client.images.removeBackground({ image_url, shadow: true })
   */
  removeBackground: spend('/api/remove-background'),

  /**
   * Sets another lamp over a photo: `direction` (left), `softness` 0–1 (0.6), `warmth` −1 cold to 1 warm (0) and
   * `strength` 0–1 (0.5). Costs 1 credit; a failure costs nothing.
   *
   * @returns `result_url` and its size in pixels; `warnings` say where no dish was found.
   * @throws as enhance.
   *
   * @example
   * const { result_url } = await client.images.relight({ image_url, direction: 'top-left', warmth: 0.2 })
   */
  relight: spend('/api/relight'),

  /**
   * Cuts the dish out and sets it on a drawn `backdrop` (studio-light, studio-dark, warm, slate or linen) with its shadow,
   * in a frame of `aspect_ratio` (4:3). Costs 2 credits; a failure costs nothing.
   *
   * @returns `result_url` and its size in pixels; `warnings` say where the photo cuts the dish.
   * @throws BadRequestError `no_subject`, and as enhance; a `prompt` needs a generator (503 `engine_unavailable`).
   *
   * @example
   * const { result_url } = await client.images.heroShot({ image_url, backdrop: 'slate', aspect_ratio: '16:9' })
   */
  heroShot: spend('/api/hero-shot'),

  /**
   * Runs one operation over up to 100 pictures. Answers at once with the id of the job; costs the sum of the items,
   * each charged only when it succeeds.
   *
   * @returns `job_id`, for `client.jobs.status`.
   * @throws ValidationError with places under `params`; InsufficientCreditsError when the sum is not there.
   *
   * @example
   * const { job_id } = await client.images.batchProcess({ image_urls, operation: 'upscale', params: { scale: 4 } })
   */
  batchProcess: spend('/api/batch-process'),

  /**
   * Takes up to 100 pictures through several steps, in the order given. As `batchProcess` otherwise.
   *
   * @example
   * const { job_id } = await client.images.process({ image_urls, steps: ['enhance_colors', 'upscale'] })
   */
  process: spend('/api/process'),

  /**
   * Finds the layers of a photo: dish, plate, background, table, highlights, shadows. Costs 1 credit; a failure costs
   * nothing.
   *
   * @returns `layers`, each with `coverage` and `confidence` 0–1, `box` in fractions (null where the photo has no such
   * layer) and `mask_url`, a grey PNG of at most 1024 pixels, white where the layer is.
   * @throws as enhance.
   *
   * @example
   * const { layers } = await client.images.smartLayers({ image_url })
   */
  smartLayers: spend('/api/smart-layers'),
})
