import type { Box } from '../../raster/geometry.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Dish } from '../../segmentation/dish.ts'
import type { Subject } from '../../segmentation/find-subject.ts'
import { weighFood } from '../../segmentation/layers/weigh-food.ts'
import { type Borders, measureBorders } from '../extend/border-calmness.ts'
import { calmPart } from '../extend/calm-part.ts'
import { EXPORT_FRAME } from '../frame-rules.ts'
import { type FitFrame, type FitTarget, fitFrame, shownOf } from './fit-frame.ts'

/** A frame, and the part of the photo that it shows at most. */
type FramePlan = FitFrame & { readonly kept: Box }

/**
 * The frame for a photo. Its borders are measured only if the dish needs more room than the photo has. If something crosses
 * a border that is continued, a part of the photo without it is shown, where there is one.
 */
export async function planFrame(
  photo: Pixels,
  target: FitTarget,
  subject: Subject | undefined,
  dish: Dish | undefined,
): Promise<FramePlan> {
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height }
  const fitted = { ...fitFrame(photo, dish && { dish, mask: subject }, undefined, target), kept: whole }
  if (!dish || !subject || shownOf(dish, fitted.frame) >= 1) return fitted
  const found = { dish, mask: subject, food: await weighFood(photo, subject) }
  const inside = { ...fitFrame(photo, found, undefined, target), kept: whole }
  const borders = await measureBorders(photo, subject)
  const plan = { ...fitFrame(photo, found, borders, target), kept: whole }
  const isNearlyWhole = shownOf(dish, inside.frame) >= EXPORT_FRAME.leastShown
  if ((plan.by && !plan.crossed) || isNearlyWhole) return plan
  const free = fitFrame(photo, found, { ...borders, isCalm: () => true, canDissolve: () => true }, target)
  const kept = free.by && calmPart(photo, dish, free.frame, borders)
  return (kept && planWithin(kept, { target, dish, borders })) || plan
}

/** The frame that shows a part of the photo and reaches beyond it; undefined if it would have to cut the dish. */
function planWithin(
  kept: Box,
  { target, dish, borders }: { readonly target: FitTarget; readonly dish: Dish; readonly borders: Borders },
): FramePlan | undefined {
  const { left, top } = kept
  const focus = { x: dish.focus.x - left, y: dish.focus.y - top }
  const shifted = { ...dish, left: dish.left - left, top: dish.top - top, focus }
  const { frame, ...plan } = fitFrame(kept, { dish: shifted }, borders.within(kept), target)
  return plan.by && { ...plan, frame: { ...frame, left: frame.left + left, top: frame.top + top }, kept }
}
