import type { Box } from '../../raster/geometry.ts'
import type { CocoClass } from '../../segmentation/detector/coco-classes.ts'
import type { Subject } from '../../segmentation/find-subject.ts'

/** Things that draw the eye away from a dish. Forks and spoons belong on a table, and other dishes are dishes. */
const CLUTTER: Partial<Record<CocoClass, readonly [one: string, several: string]>> = {
  person: ['a person or a hand', 'people or hands'],
  bottle: ['a bottle', 'bottles'],
  'wine glass': ['a glass', 'glasses'],
  cup: ['a cup', 'cups'],
  chair: ['a chair', 'chairs'],
  'cell phone': ['a phone', 'phones'],
  laptop: ['a laptop', 'laptops'],
  mouse: ['a computer mouse', 'computer mice'],
  keyboard: ['a keyboard', 'keyboards'],
  remote: ['a remote control', 'remote controls'],
  tv: ['a screen', 'screens'],
  book: ['a book', 'books'],
  knife: ['a knife', 'knives'],
  scissors: ['scissors', 'scissors'],
  handbag: ['a bag', 'bags'],
  backpack: ['a bag', 'bags'],
  refrigerator: ['a refrigerator', 'refrigerators'],
  microwave: ['a microwave', 'microwaves'],
  oven: ['a cooker', 'cookers'],
  sink: ['a sink', 'sinks'],
  'teddy bear': ['a toy', 'toys'],
}

/** Things in or on which a dish stands: its box may lie inside theirs. */
const AROUND_DISH: ReadonlySet<CocoClass> = new Set(['oven', 'sink'])
/** Score from which a thing is named, and the largest shares of its box that may be dish, and of the picture that it may take. */
const MIN_SCORE = 0.33
const MOST_DISH = 0.3
const MOST_OF_PICTURE = 0.4

/** Names what stands around the dish, by what a detector saw: `a bottle`, `cups`. Each kind is named once. */
export const nameClutter = (subject: Subject): string[] => {
  const counts = new Map<readonly [string, string], number>()
  for (const { label, score, box } of subject.objects ?? []) {
    const names = CLUTTER[label]
    const share = (box.width * box.height) / (subject.width * subject.height)
    if (!names || score < MIN_SCORE) continue
    const isBeside = share <= MOST_OF_PICTURE && shareOfDish(subject, box) <= MOST_DISH
    if (!isBeside && !AROUND_DISH.has(label)) continue
    counts.set(names, (counts.get(names) ?? 0) + 1)
  }
  return [...counts].map(([[one, several], count]) => (count > 1 ? several : one))
}

const shareOfDish = ({ alpha, width }: Subject, box: Box): number => {
  let sum = 0
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) sum += alpha[y * width + x] ?? 0
  }
  return sum / (255 * box.width * box.height)
}
