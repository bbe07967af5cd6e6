import { createRequire } from 'node:module'

/** The part of the library that is used by a row. */
interface Mat {
  readonly data: Uint8Array
  delete(): void
}

interface OpenCv {
  Mat: new () => Mat
  matFromArray(rows: number, columns: number, type: number, data: ArrayLike<number>): Mat
  inpaint(image: Mat, mask: Mat, to: Mat, radius: number, method: number): void
  readonly CV_8UC1: number
  readonly CV_8UC3: number
  readonly INPAINT_TELEA: number
  onRuntimeInitialized?: () => void
}

const require = createRequire(import.meta.url)
let opened: Promise<{ readonly cv: OpenCv }> | undefined

/**
 * Loads the library and removes the listeners that it adds to the process. They would end the process at any rejection
 * that is not handled yet.
 */
function loadLibrary(): OpenCv {
  const kinds = ['uncaughtException', 'unhandledRejection'] as const
  const before = kinds.map((kind) => new Set<unknown>(process.listeners(kind as 'uncaughtException')))
  const cv = require('@techstark/opencv-js') as OpenCv
  for (const [i, kind] of kinds.entries()) {
    for (const listener of process.listeners(kind as 'uncaughtException')) {
      if (!before[i]?.has(listener)) process.removeListener(kind, listener)
    }
  }
  return cv
}

/**
 * OpenCV, a peer of the rows. It is wrapped in an object, because it has
 * a method `then`, and a promise that resolved with it would never settle.
 */
export const openCv = (): Promise<{ readonly cv: OpenCv }> => {
  opened ??= new Promise((resolve) => {
    const cv = loadLibrary()
    if (cv.Mat) resolve({ cv })
    else cv.onRuntimeInitialized = () => resolve({ cv })
  })
  return opened
}
