/**
 * Prints where the pictures of a result are. A job's result is what the call itself would have answered: `images` where there
 * may be several, else `result_url`.
 *
 * @param {unknown} result
 */
export function show(result) {
  const { images, result_url } = /** @type {{ images?: { url: string }[], result_url?: string }} */ (result)
  for (const url of images?.map((image) => image.url) ?? [result_url]) console.log(url)
}
