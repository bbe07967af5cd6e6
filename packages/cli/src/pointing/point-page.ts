/**
 * The page on which a person shows where the dish is: by a click, by a box drawn with the mouse or a finger, or with the keys.
 * It shows the photo at `photo`, and the outline that `outline` finds for the hint, and ends with `answer`.
 *
 * @param name the photo, as it was typed
 * @param left how many photos come after it
 */
export const pointPage = (name: string, left: number, nonce: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Where is the dish?</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.4rem; margin: 0 }
#photo { position: relative; display: inline-block; padding: 0; border: 0; background: none; touch-action: none; cursor: crosshair; user-select: none; max-width: 100% }
#photo:focus-visible { outline: 3px solid; outline-offset: 3px }
#photo img, #photo canvas { display: block; max-width: 100%; max-height: 70vh }
#photo canvas { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none }
#mark { position: absolute; box-sizing: border-box; border: 3px solid #fff; box-shadow: 0 0 0 2px #000; pointer-events: none }
#mark.point { width: 1.2rem; height: 1.2rem; margin: -.6rem; border-radius: 50% }
#answers button { font: inherit; min-height: 2.75rem; padding: 0 1rem; margin: 0 .5rem .5rem 0 }
</style>
<main>
<h1>Where is the dish?</h1>
<p>${escaped(name)}${left > 0 ? ` (${left} more after it)` : ''}</p>
<p id="help">Click on the dish, or draw a box around it, plate included. With the keys: arrows move the mark, and Shift with arrows makes it a box.</p>
<button id="photo" aria-label="The photo" aria-describedby="help"><img src="photo" alt="" draggable="false"><canvas hidden></canvas><span id="mark" hidden></span></button>
<p id="said" role="status"></p>
<p id="answers"><button id="use" disabled>Use this</button><button id="skip">Leave this photo</button></p>
</main>
<script nonce="${nonce}">
const by = (id) => document.getElementById(id)
const photo = by('photo'), mark = by('mark'), said = by('said'), canvas = photo.querySelector('canvas')
let box = null, start = null, timer, asking

const within = (value) => Math.min(1, Math.max(0, value))
const rounded = (value) => Math.round(value * 1000) / 1000
const isPoint = () => box.width < 0.02 && box.height < 0.02
const hint = () => isPoint()
  ? { point: { x: rounded(box.x), y: rounded(box.y) } }
  : { box: { x: rounded(box.x), y: rounded(box.y), width: rounded(box.width), height: rounded(box.height) } }
const send = (path, body, signal) =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal })

function show(next) {
  box = next
  mark.hidden = false
  mark.className = isPoint() ? 'point' : ''
  const percent = (value) => 100 * value + '%'
  Object.assign(mark.style, { left: percent(box.x), top: percent(box.y), width: isPoint() ? '' : percent(box.width), height: isPoint() ? '' : percent(box.height) })
  by('use').disabled = true
  clearTimeout(timer)
  asking?.abort()
  timer = setTimeout(outline, 300)
}

async function outline() {
  asking = new AbortController()
  said.textContent = 'Looking …'
  try {
    const found = await (await send('outline', hint(), asking.signal)).json()
    canvas.hidden = !found.mask
    if (found.mask) await dim(found.mask)
    said.textContent = found.message ?? 'The dish is what stays bright.'
    by('use').disabled = !found.mask
  } catch (error) {
    if (error.name !== 'AbortError') said.textContent = 'The terminal does not answer any more. Run the command again.'
  }
}

/** Darkens what is not the dish. */
async function dim(mask) {
  const image = new Image()
  image.src = mask
  await image.decode()
  canvas.width = image.width
  canvas.height = image.height
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const pixels = context.getImageData(0, 0, image.width, image.height)
  for (let i = 0; i < pixels.data.length; i += 4) pixels.data.set([0, 0, 0, (255 - pixels.data[i]) * 0.7], i)
  context.putImageData(pixels, 0, 0)
}

const at = (event) => {
  const { left, top, width, height } = photo.getBoundingClientRect()
  return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) }
}
photo.onpointerdown = (event) => {
  photo.setPointerCapture(event.pointerId)
  start = at(event)
  show({ ...start, width: 0, height: 0 })
}
photo.onpointermove = (event) => {
  if (!start) return
  const end = at(event)
  show({ x: Math.min(start.x, end.x), y: Math.min(start.y, end.y), width: Math.abs(start.x - end.x), height: Math.abs(start.y - end.y) })
}
photo.onpointerup = photo.onpointercancel = () => { start = null }
photo.onkeydown = (event) => {
  const [x, y] = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, -0.02], ArrowDown: [0, 0.02] }[event.key] ?? []
  if (x === undefined) return
  event.preventDefault()
  const old = box ?? { x: 0.5, y: 0.5, width: 0, height: 0 }
  show(event.shiftKey
    ? { ...old, width: Math.min(1 - old.x, Math.max(0, old.width + x)), height: Math.min(1 - old.y, Math.max(0, old.height + y)) }
    : { ...old, x: Math.min(1 - old.width, within(old.x + x)), y: Math.min(1 - old.height, within(old.y + y)) })
}

async function answer(value) {
  const { left } = await (await send('answer', value)).json()
  if (left > 0) return location.reload()
  document.querySelector('main').innerHTML = '<h1 role="status">Done. The terminal goes on; this page can be closed.</h1>'
  window.close()
}
by('use').onclick = () => answer(hint())
by('skip').onclick = () => answer(null)
photo.focus()
</script>
</html>
`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
