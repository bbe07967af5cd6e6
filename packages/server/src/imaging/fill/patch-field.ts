/** A small picture to be completed: RGB as numbers 0–255, and for every pixel what it may be used for. */
export interface Canvas {
  readonly colours: Float32Array
  /** {@link KNOWN}, {@link HOLE} or {@link BARRED}, row by row. */
  readonly kinds: Uint8Array
  readonly width: number
  readonly height: number
}

/** Shows what may be repeated. */
export const KNOWN = 0
/** Is to be filled. */
export const HOLE = 1
/** Stays as it is and is never repeated: the dish. */
export const BARRED = 2

/** Patches are squares of `2 * REACH + 1`. */
export const REACH = 3

/** For every pixel in or near the hole the middle of the patch that is most like what is around it. */
export interface Field {
  /** Positions of those pixels, in reading order. */
  readonly targets: Int32Array
  /** Index among the targets by position, -1 where there is none. */
  readonly order: Int32Array
  /** Position of the match of each target. */
  readonly match: Int32Array
  /** How little each match fits. */
  readonly cost: Float32Array
}

/** Middles of patches of which every pixel is known, in reading order. */
export function sourcesOf({ kinds, width, height }: Canvas): Int32Array {
  const usable = new Uint8Array(kinds.length)
  const across = new Uint8Array(kinds.length)
  // Counts in each direction how far back everything was known.
  for (let y = 0; y < height; y++) {
    for (let x = 0, run = 0; x < width; x++) {
      run = kinds[y * width + x] === KNOWN ? run + 1 : 0
      if (run >= 2 * REACH + 1) across[y * width + x - REACH] = 1
    }
  }
  for (let x = 0; x < width; x++) {
    for (let y = 0, run = 0; y < height; y++) {
      run = across[y * width + x] === 1 ? run + 1 : 0
      if (run >= 2 * REACH + 1) usable[(y - REACH) * width + x] = 1
    }
  }
  return positions(usable)
}

/** Every pixel whose patch holds a part of the hole. */
export function targetsOf({ kinds, width, height }: Canvas): Int32Array {
  const near = new Uint8Array(kinds.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (kinds[y * width + x] !== HOLE) continue
      const bottom = Math.min(height - 1, y + REACH)
      const [left, right] = [Math.max(0, x - REACH), Math.min(width - 1, x + REACH)]
      for (let v = Math.max(0, y - REACH); v <= bottom; v++) near.fill(1, v * width + left, v * width + right + 1)
    }
  }
  return positions(near)
}

function positions(flags: Uint8Array): Int32Array {
  let count = 0
  for (const flag of flags) count += flag
  const found = new Int32Array(count)
  for (let i = 0, at = 0; i < flags.length; i++) if (flags[i] === 1) found[at++] = i
  return found
}

/** What a copy from the other end of the picture costs, down and across: light and horizon stay at their height. */
const FAR_DOWN = 900
const FAR_ACROSS = 250

/**
 * Mean squared difference of two patches, over what is inside the picture and not barred around the first, and a little
 * for the way between them; ends early once it must come out above `limit`.
 */
function differenceOf({ colours, kinds, width, height }: Canvas, here: number, there: number, limit: number): number {
  const x = here % width
  const y = (here - x) / width
  const [left, right] = [Math.max(-REACH, -x), Math.min(REACH, width - 1 - x)]
  const [top, bottom] = [Math.max(-REACH, -y), Math.min(REACH, height - 1 - y)]
  const awayX = ((there % width) - x) / width
  const awayY = (Math.floor(there / width) - y) / height
  const way = FAR_ACROSS * awayX * awayX + FAR_DOWN * awayY * awayY
  const most = (limit - way) * (right - left + 1) * (bottom - top + 1)
  if (most < 0) return Number.POSITIVE_INFINITY
  let sum = 0
  let count = 0
  for (let v = top; v <= bottom; v++) {
    for (let u = left; u <= right; u++) {
      const step = v * width + u
      if (kinds[here + step] === BARRED) continue
      const a = 3 * (here + step)
      const b = 3 * (there + step)
      const red = (colours[a] as number) - (colours[b] as number)
      const green = (colours[a + 1] as number) - (colours[b + 1] as number)
      const blue = (colours[a + 2] as number) - (colours[b + 2] as number)
      sum += red * red + green * green + blue * blue
      count++
    }
    if (sum > most) return Number.POSITIVE_INFINITY
  }
  return way + (count === 0 ? 0 : sum / count)
}

/** The same numbers every time: a hash of where and when they are asked for (Steele and others, SplitMix). */
function sequence(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
  }
}

/** What a search begins with: a match for every target, if need be a poor one. */
export function fieldOf(canvas: Canvas, sources: Int32Array, guess: (target: number) => number): Field {
  const targets = targetsOf(canvas)
  const order = new Int32Array(canvas.kinds.length).fill(-1)
  targets.forEach((position, index) => {
    order[position] = index
  })
  const allowed = new Uint8Array(canvas.kinds.length)
  for (const source of sources) allowed[source] = 1
  const next = sequence(7)
  const match = targets.map((target) => {
    const guessed = guess(target)
    return allowed[guessed] === 1 ? guessed : (sources[Math.floor(next() * sources.length)] as number)
  })
  return { targets, order, match, cost: new Float32Array(targets.length) }
}

/**
 * Improves a field by passing on what fits from neighbour to neighbour and trying patches at random, ever nearer
 * (PatchMatch, Barnes and others 2009). Begins by measuring, because the colours in the hole have changed.
 */
export function improve(canvas: Canvas, sources: Int32Array, field: Field, rounds: number): void {
  const { width, height } = canvas
  const { targets, order, match, cost } = field
  const allowed = new Uint8Array(width * height)
  for (const source of sources) allowed[source] = 1
  for (let i = 0; i < targets.length; i++) {
    cost[i] = differenceOf(canvas, targets[i] as number, match[i] as number, Number.POSITIVE_INFINITY)
  }
  const next = sequence(targets.length)
  const attempt = (i: number, there: number): void => {
    if (there < 0 || there >= allowed.length || allowed[there] !== 1 || there === match[i]) return
    const found = differenceOf(canvas, targets[i] as number, there, cost[i] as number)
    if (found >= (cost[i] as number)) return
    cost[i] = found
    match[i] = there
  }
  const fromNeighbour = (i: number, step: number): void => {
    const neighbour = order[(targets[i] as number) + step] ?? -1
    if (neighbour >= 0) attempt(i, (match[neighbour] as number) - step)
  }
  for (let round = 0; round < rounds; round++) {
    const back = round % 2 === 1
    const step = back ? 1 : -1
    for (let n = 0; n < targets.length; n++) {
      const i = back ? targets.length - 1 - n : n
      fromNeighbour(i, step)
      fromNeighbour(i, step * width)
      for (let radius = Math.max(width, height); radius >= 1; radius *= 0.5) {
        const at = match[i] as number
        const x = (at % width) + Math.round((next() * 2 - 1) * radius)
        const y = Math.floor(at / width) + Math.round((next() * 2 - 1) * radius)
        if (x >= 0 && x < width && y >= 0 && y < height) attempt(i, y * width + x)
      }
    }
  }
}

/** Colours the hole anew: each pixel the mean of what the patches over it say, the better ones louder. */
export function vote({ colours, kinds, width, height }: Canvas, { targets, order, match, cost }: Field): void {
  const typical = Float32Array.from(cost).sort()[Math.floor(cost.length * 0.75)] ?? 0
  const weights = cost.map((value) => Math.exp(-value / (2 * typical + 1)))
  for (const position of targets) {
    if (kinds[position] !== HOLE) continue
    const x = position % width
    const y = (position - x) / width
    let [red, green, blue, total] = [0, 0, 0, 0]
    for (let v = Math.max(-REACH, -y); v <= Math.min(REACH, height - 1 - y); v++) {
      for (let u = Math.max(-REACH, -x); u <= Math.min(REACH, width - 1 - x); u++) {
        const step = v * width + u
        const i = order[position + step] as number
        if (i < 0) continue
        const weight = weights[i] as number
        const from = 3 * ((match[i] as number) - step)
        red += weight * (colours[from] as number)
        green += weight * (colours[from + 1] as number)
        blue += weight * (colours[from + 2] as number)
        total += weight
      }
    }
    if (total <= 0) continue
    colours[3 * position] = red / total
    colours[3 * position + 1] = green / total
    colours[3 * position + 2] = blue / total
  }
}
