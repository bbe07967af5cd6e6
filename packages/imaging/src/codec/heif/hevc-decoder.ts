import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { freeMemory } from '../../raster/free-memory.ts'

/** The part of libheif's interface that is used here. */
interface Library {
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown }
  readonly heif_chroma: Readonly<Record<Chroma, unknown>>
  heif_context_alloc(): unknown
  heif_context_read_from_memory(context: unknown, file: Uint8Array): { readonly code: { readonly value: number } }
  heif_js_context_get_primary_image_handle(context: unknown): object | null
  heif_js_decode_image2(handle: object, space: unknown, chroma: unknown): Decoded | { readonly code: unknown } | null
}
type Chroma =
  | 'heif_chroma_interleaved_RGB'
  | 'heif_chroma_interleaved_RGBA'
  | 'heif_chroma_interleaved_RRGGBB_LE'
  | 'heif_chroma_interleaved_RRGGBBAA_LE'

interface Decoded {
  readonly channels: readonly {
    readonly width: number
    readonly height: number
    /** Bytes from one row to the next. */
    readonly stride: number
    readonly bits_per_pixel: number
    /** A view of the library's own memory. */
    readonly data: Uint8Array
  }[]
}

type Glue = (options: {
  print(): void
  printErr(): void
  instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): WebAssembly.Exports
}) => Library

const PAGE = 65_536

/** The module is compiled once a thread. Each picture gets an instance of its own, whose memory is freed with it. */
let compiled: { glue: Glue; module: WebAssembly.Module } | undefined

const compile = () => {
  if (compiled) return compiled
  const require = createRequire(import.meta.url)
  const glue = require('libheif-js/libheif-wasm/libheif.js') as Glue
  const module = new WebAssembly.Module(readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')))
  compiled = { glue, module }
  return compiled
}

/** A new instance of the library that prints nothing and whose memory never exceeds the given limit. */
const instantiate = (maxMemoryBytes: number): Library => {
  const { glue, module } = compile()
  return glue({
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(module, imports)
      const memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory)
      if (!memory) throw new Error('the library has no memory')
      const grow = memory.grow.bind(memory)
      memory.grow = (pages) => {
        if (memory.buffer.byteLength + pages * PAGE > maxMemoryBytes)
          throw new RangeError('the picture asks for too much memory')
        return grow(pages)
      }
      receive(instance)
      return instance.exports
    },
  })
}

export interface DecodedSize {
  readonly width: number
  readonly height: number
}

/**
 * Decodes the primary picture of a HEVC-coded file: tiles joined, rotated and mirrored as the file asks for, colours
 * still in the file's own space. It is synchronous and slow (half a second for 12 megapixels), so it belongs in a worker
 * thread.
 *
 * @param options channels and bits of a sample; 16-bit samples are scaled to the whole range
 * @param allocate receives the size and returns the array that the packed rows are written to
 * @throws Error when the file cannot be decoded
 */
export const decodeHevc = (
  file: Uint8Array,
  options: HevcOptions,
  allocate: (size: DecodedSize) => Uint8Array,
): void => {
  freeMemory(decodeInto(file, options, allocate))
}

interface HevcOptions {
  readonly channels: 3 | 4
  readonly bits: 8 | 16
  readonly maxMemoryBytes: number
}

/**
 * A separate function, so that nothing refers to the library when it returns.
 *
 * @returns how many bytes of the library's memory are garbage now
 */
const decodeInto = (file: Uint8Array, options: HevcOptions, allocate: (size: DecodedSize) => Uint8Array): number => {
  const library = instantiate(options.maxMemoryBytes)
  const context = library.heif_context_alloc()
  if (library.heif_context_read_from_memory(context, file).code.value !== 0)
    throw new Error('the file cannot be parsed')
  const handle = library.heif_js_context_get_primary_image_handle(context)
  if (!handle || 'code' in handle) throw new Error('there is no primary picture')
  const alpha = options.channels === 4 ? 'A' : ''
  const name = options.bits === 8 ? `RGB${alpha}` : `RRGGBB${alpha}${alpha}_LE`
  const chroma = library.heif_chroma[`heif_chroma_interleaved_${name}` as Chroma]
  const decoded = library.heif_js_decode_image2(handle, library.heif_colorspace.heif_colorspace_RGB, chroma)
  if (!decoded || !('channels' in decoded)) throw new Error('the picture cannot be decoded')
  const plane = decoded.channels[0]
  if (!plane) throw new Error('the picture has no pixels')

  const { width, height, stride, data } = plane
  const to = allocate({ width, height })
  const rowBytes = (width * options.channels * options.bits) / 8
  for (let y = 0; y < height; y++) to.set(data.subarray(y * stride, y * stride + rowBytes), y * rowBytes)
  if (options.bits === 16) expandTo16Bits(to.subarray(0, rowBytes * height), plane.bits_per_pixel)
  return data.buffer.byteLength
}

/** Scales samples of 10 or 12 bits to the whole range of 16. */
const expandTo16Bits = (bytes: Uint8Array, bits: number): void => {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [up, down] = [16 - bits, 2 * bits - 16]
  for (let i = 0; i < bytes.length; i += 2) {
    const value = words.getUint16(i, true)
    words.setUint16(i, (value << up) | (value >> down), true)
  }
}
