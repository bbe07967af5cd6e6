/**
 * Prints the addresses of a result's pictures. The result of a job is that of the same call: `images` if there may be
 * several, otherwise `result_url`.
 *
 * @param {unknown} result
 */
export function show(result) {
  const { images, result_url } = /** @type {{ images?: { url: string }[], result_url?: string }} */ (result)
  for (const url of images?.map((image) => image.url) ?? [result_url]) console.log(url)
}
