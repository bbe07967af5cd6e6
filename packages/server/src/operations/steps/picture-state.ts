import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import { findLayers, type Layers } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Faithfulness, WorkContext } from '../define-work.ts'
import { findCutOut } from '../picture/find-cut-out.ts'

/** One picture on its way through several steps. */
export interface PictureState {
  pixels: Pixels
  faithfulness: Faithfulness
  readonly engines: Set<string>
  readonly warnings: Warning[]
  readonly context: WorkContext
  /** What a step may place on the picture. */
  readonly logo: Pixels | undefined
  /** The dish, found when a step first needs it and kept while all pixels stay in their places. */
  subject(): Promise<Subject>
  /** The dish, if it is clear enough to be treated apart. @throws ServiceError `subject_not_found` */
  clearSubject(): Promise<Subject>
  layers(): Promise<Layers>
  /** The hint, as long as it fits the picture. */
  hint(): SubjectHint | undefined
  /** Takes a picture whose pixels are elsewhere than before. */
  replace(pixels: Pixels): void
}

export function createPictureState(
  pixels: Pixels,
  given: SubjectHint | undefined,
  context: WorkContext,
  logo?: Pixels,
): PictureState {
  let hint = given
  let subject: Promise<Subject> | undefined
  let cutOut: ReturnType<typeof findCutOut> | undefined
  let layers: Promise<Layers> | undefined
  const state: PictureState = {
    pixels,
    faithfulness: 'faithful',
    engines: new Set<string>(),
    warnings: [],
    context,
    logo,
    subject() {
      subject ??= findSubject(state.pixels, context.networks, hint)
      return subject
    },
    async clearSubject() {
      cutOut ??= findCutOut(state.pixels, context.networks, hint)
      const found = await cutOut
      subject = Promise.resolve(found.subject)
      state.warnings.push(...found.warnings.filter(({ code }) => state.warnings.every((one) => one.code !== code)))
      state.engines.add(found.subject.engine)
      return found.subject
    },
    async layers() {
      layers ??= findLayers(state.pixels, await state.clearSubject(), context.networks)
      return layers
    },
    hint: () => hint,
    replace(next) {
      state.pixels = next
      hint = undefined
      subject = undefined
      cutOut = undefined
      layers = undefined
    },
  }
  return state
}
