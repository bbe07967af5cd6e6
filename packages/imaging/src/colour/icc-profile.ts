/** Chromaticities: x and y of red, green, blue and white. */
export type Primaries = readonly [
  rx: number,
  ry: number,
  gx: number,
  gy: number,
  bx: number,
  by: number,
  wx: number,
  wy: number,
]

/** A transfer curve: encoded value (0–1) to linear light (0–1). */
export type Curve = (code: number) => number

type Row = readonly [number, number, number]
type Matrix = readonly [Row, Row, Row]

const apply = (m: Matrix, [a, b, c]: Row): Row => m.map((row) => row[0] * a + row[1] * b + row[2] * c) as never
const times = (m: Matrix, n: Matrix): Matrix =>
  m.map((row) => [0, 1, 2].map((i) => row[0] * n[0][i] + row[1] * n[1][i] + row[2] * n[2][i])) as never
const inverse = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => {
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  return [
    [(e * i - f * h) / det, (c * h - b * i) / det, (b * f - c * e) / det],
    [(f * g - d * i) / det, (a * i - c * g) / det, (c * d - a * f) / det],
    [(d * h - e * g) / det, (b * g - a * h) / det, (a * e - b * d) / det],
  ]
}
const xyz = (x: number, y: number): Row => [x / y, 1, (1 - x - y) / y]

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]
/** The white point of the profile connection space. */
const D50: Row = [0.9642, 1, 0.8249]

/** XYZ of red, green and blue as columns, adapted to {@link D50}. */
const colorants = ([rx, ry, gx, gy, bx, by, wx, wy]: Primaries): Matrix => {
  const [r, g, b, white] = [xyz(rx, ry), xyz(gx, gy), xyz(bx, by), xyz(wx, wy)]
  const columns: Matrix = [
    [r[0], g[0], b[0]],
    [r[1], g[1], b[1]],
    [r[2], g[2], b[2]],
  ]
  const [sr, sg, sb] = apply(inverse(columns), white)
  const scaled = columns.map((row) => [row[0] * sr, row[1] * sg, row[2] * sb]) as unknown as Matrix
  const [from, to] = [apply(BRADFORD, white), apply(BRADFORD, D50)]
  const gain: Matrix = [
    [to[0] / from[0], 0, 0],
    [0, to[1] / from[1], 0],
    [0, 0, to[2] / from[2]],
  ]
  return times(times(inverse(BRADFORD), times(gain, BRADFORD)), scaled)
}

const STEPS = 4096

const bytesOf = (size: number, fill: (view: DataView) => void): Uint8Array => {
  const view = new DataView(new ArrayBuffer(size))
  fill(view)
  return new Uint8Array(view.buffer)
}
const write = (view: DataView, at: number, text: string) => {
  for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i))
}
const fixed = (view: DataView, at: number, value: number) => view.setInt32(at, Math.round(value * 65_536))

const triple = (values: Row): Uint8Array =>
  bytesOf(20, (view) => {
    write(view, 0, 'XYZ ')
    for (const [i, value] of values.entries()) fixed(view, 8 + 4 * i, value)
  })

/**
 * Builds a display profile of version 2 with three colorants and one curve for all of them.
 *
 * @example buildProfile([0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329], (code) => code ** 2.2)
 */
export const buildProfile = (primaries: Primaries, curve: Curve): Uint8Array => {
  const [x, y, z] = colorants(primaries)
  const name = 'RGB'
  const response = bytesOf(12 + 2 * STEPS, (view) => {
    write(view, 0, 'curv')
    view.setUint32(8, STEPS)
    for (let i = 0; i < STEPS; i++) {
      view.setUint16(12 + 2 * i, Math.round(65_535 * Math.min(1, Math.max(0, curve(i / (STEPS - 1))))))
    }
  })
  const description = bytesOf(96, (view) => {
    write(view, 0, 'desc')
    view.setUint32(8, name.length + 1)
    write(view, 12, name)
  })
  const bodies = [
    description,
    bytesOf(12, (view) => write(view, 0, 'text')),
    triple(D50),
    triple([x[0], y[0], z[0]]),
    triple([x[1], y[1], z[1]]),
    triple([x[2], y[2], z[2]]),
    response,
  ]
  const tags = [
    ['desc', 0],
    ['cprt', 1],
    ['wtpt', 2],
    ['rXYZ', 3],
    ['gXYZ', 4],
    ['bXYZ', 5],
    ['rTRC', 6],
    ['gTRC', 6],
    ['bTRC', 6],
  ] as const
  const start = 128 + 4 + 12 * tags.length
  const offsets = bodies.map((_, i) => start + bodies.slice(0, i).reduce((sum, { length }) => sum + length, 0))
  const size = start + bodies.reduce((sum, { length }) => sum + length, 0)
  const profile = bytesOf(size, (view) => {
    view.setUint32(0, size)
    view.setUint32(8, 0x02400000)
    write(view, 12, 'mntrRGB XYZ ')
    write(view, 36, 'acsp')
    for (const [i, value] of D50.entries()) fixed(view, 68 + 4 * i, value)
    view.setUint32(128, tags.length)
    tags.forEach(([tag, body], i) => {
      write(view, 132 + 12 * i, tag)
      view.setUint32(136 + 12 * i, offsets[body])
      view.setUint32(140 + 12 * i, bodies[body].length)
    })
  })
  for (const [i, body] of bodies.entries()) profile.set(body, offsets[i])
  return profile
}
