import type { Need } from './missing-tools.ts'
import type { Quality } from './quality-check.ts'

export interface QualityRow {
  /** The subject of the row, for a heading. */
  readonly title: string
  /** What a reader of its figures must know, for the page that is kept. */
  readonly remark?: string
  /** Requirements. Without them the row is skipped, and they are named. */
  readonly needs: readonly Need[]
  /** Its approximate duration on two cores, so that a person can decide to wait. */
  readonly secondsPerPhoto: number
  /** The most photos that it uses; from more, some are chosen evenly. */
  readonly most?: number
  load(): Promise<Quality>
}

const networks = async () => (await import('#server-testing/networks')).realNetworks()

/** Every row of the quality benchmark. Each is in a file of its own, which only its own process loads. */
export const ROWS: Readonly<Record<string, QualityRow>> = {
  enhance: {
    title: 'Enhance, presets, colours, menus',
    needs: [],
    secondsPerPhoto: 15,
    load: async () => (await import('./rows/enhance-rows.ts')).enhanceQuality,
  },
  light: {
    title: 'White ware, clipping, dim dishes',
    needs: [],
    secondsPerPhoto: 8,
    load: async () => (await import('./rows/light-rows.ts')).lightQuality,
  },
  'cut-out': {
    title: 'Cut-out',
    needs: ['cut-out network', 'ImageMagick'],
    secondsPerPhoto: 25,
    load: async () => (await import('./rows/cut-out-rows.ts')).cutout,
  },
  'hand-masks': {
    title: 'Cut-out against masks drawn by hand',
    remark: `The ware network, the food network and the choice between masks were fitted to one half of the photos (\`fitted\`). The rules for
plates that the frame cuts and for pockets at the border were fitted to neither half, but both were looked at while they were written. The
drawings leave out cutlery beyond the rim. The food of the half \`fitted\` shows the food network too well, which has seen all of it: of
photos that its members had not seen, 22 of 33 reach 0.8 (mean 0.827).`,
    needs: ['cut-out network'],
    secondsPerPhoto: 8,
    load: async () => (await import('./rows/hand-mask-rows.ts')).handMaskQuality,
  },
  hints: {
    title: 'Cut-out with a box or strokes, against masks drawn by hand',
    remark: `Three boxes per photo, each side moved at random by up to 5 % of the box, and two strokes of a robot: along the middle of what is
most wrong in the mask, or along the dish where no wrong region is as broad as a finger.`,
    needs: ['cut-out network'],
    secondsPerPhoto: 45,
    load: async () => (await import('./rows/hint-rows.ts')).hintQuality({ networks: await networks() }),
  },
  'mask-stages': {
    title: 'What each stage of the search for a subject is worth',
    needs: ['cut-out network'],
    secondsPerPhoto: 15,
    load: async () => (await import('./rows/stage-rows.ts')).stageQuality,
  },
  altered: {
    title: 'Photos in other light, and cropped',
    remark: `The photos are altered: their light is multiplied by that of a lamp, a dark room, a shade, a fluorescent tube, a lamp with a window, or a
flash, veiled, or their frame cuts the dish. Of all constants, only the confidence from which a dish is sure that the frame cuts at two sides
was chosen by these figures.`,
    needs: ['cut-out network', 'ImageMagick'],
    secondsPerPhoto: 35,
    load: async () => (await import('./rows/altered-rows.ts')).alteredQuality,
  },
  upscale: {
    title: 'Upscale',
    needs: ['upscale network', 'ImageMagick'],
    secondsPerPhoto: 12,
    load: async () => (await import('./rows/upscale-rows.ts')).upscaleQuality,
  },
  'fix-blur': {
    title: 'Fix blur',
    needs: ['ImageMagick'],
    secondsPerPhoto: 10,
    load: async () => (await import('./rows/deblur/fix-blur-rows.ts')).fixBlurQuality,
  },
  'fix-blur-best': {
    title: 'Fix blur with the network for enlarging',
    needs: ['upscale network'],
    secondsPerPhoto: 45,
    most: 16,
    load: async () => (await import('./rows/deblur/best-deblurring-rows.ts')).bestDeblurringQuality,
  },
  'fix-shake': {
    title: 'Fix blur of a shaking hand',
    needs: [],
    secondsPerPhoto: 30,
    load: async () => (await import('./rows/deblur/shake-rows.ts')).shakeQuality,
  },
  'block-grid': {
    title: 'Sharpening of compressed photos',
    needs: [],
    secondsPerPhoto: 8,
    load: async () => (await import('./rows/block-grid-rows.ts')).blockGridQuality,
  },
  relight: {
    title: 'Relight',
    needs: ['cut-out network', 'ImageMagick'],
    secondsPerPhoto: 12,
    load: async () => (await import('./rows/relight-rows.ts')).relightQuality,
  },
  'smart-edit': {
    title: 'Smart edit',
    needs: [],
    secondsPerPhoto: 6,
    load: async () => (await import('./rows/smart-edit-rows.ts')).smartEditQuality,
  },
  'hero-shot': {
    title: 'Hero shot',
    needs: ['cut-out network'],
    secondsPerPhoto: 15,
    load: async () => (await import('./rows/hero-rows.ts')).heroQuality,
  },
  inpaint: {
    title: 'Inpaint',
    needs: [],
    secondsPerPhoto: 12,
    load: async () => (await import('./rows/inpaint-rows.ts')).inpaintQuality,
  },
  framing: {
    title: 'Framing',
    needs: ['cut-out network'],
    secondsPerPhoto: 8,
    load: async () => (await import('./rows/framing-rows.ts')).framing({ networks: await networks() }),
  },
  extension: {
    title: 'Extended borders',
    needs: [],
    secondsPerPhoto: 5,
    load: async () => (await import('./rows/extension-rows.ts')).extensionQuality,
  },
  platforms: {
    title: 'Platform exports',
    needs: ['cut-out network', 'ImageMagick', 'exiftool'],
    secondsPerPhoto: 60,
    most: 6,
    load: async () => (await import('./rows/platform-rows.ts')).platforms({ networks: await networks() }),
  },
  input: {
    title: 'What comes in',
    needs: ['ImageMagick'],
    secondsPerPhoto: 12,
    most: 4,
    load: async () => (await import('./rows/input-rows.ts')).inputQuality,
  },
}
