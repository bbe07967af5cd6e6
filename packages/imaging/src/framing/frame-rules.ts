/**
 * How close each kind of frame comes to a dish, and how much background may be added for it. The kinds differ on purpose:
 * a shot keeps as much of the photo as its shape allows, an export must have its exact shape, a close crop shows the dish
 * large, and a hero shot draws everything around the dish itself.
 */

/** A frame that holds this share of the dish holds the dish. */
export const WHOLE_DISH = 0.98
/** Of the width or height of a dish, a frame may cut this much at a side and still hold the dish. More is a shaved rim. */
export const SHAVED = 0.01

/**
 * The largest share of a frame that may be continued surface at one side. Up and down, perspective changes a texture, so a
 * large part of it looks wrong.
 */
export const MOST_TEXTURE = { across: 0.3, down: 0.15 } as const

/** Shots of an enhancement (`choose-frame.ts`). */
export const SHOT_FRAME = {
  /** Room beside a dish for which the photo is extended, as a share of that side of the dish. */
  room: 0.04,
  /** The same if more would need a frame that is too wide, or reach what crosses a border. */
  leastRoom: 0.015,
  /** Most that is added at one border, as a share of that side of the photo. */
  maxAdded: 0.55,
  /** A frame inside the photo that shows this share of the dish is better than one beyond a border that something crosses. */
  leastShown: 0.95,
} as const

/** Pictures of an exact size, such as those for a platform (`fit/fit-frame.ts`). */
export const EXPORT_FRAME = {
  /** Room around a dish, as a share of its longer side, if the photo has it. */
  room: 0.03,
  /** The largest share of the frame that may be continued surface. */
  maxNew: 0.5,
  /** The largest share of the frame that may be a plain backdrop. */
  maxBackdrop: 0.58,
  /**
   * The same where something crosses the border and dissolves in it. People who had not made them called seven of eight such
   * pictures with a larger share embarrassing, and none of three with a smaller one.
   */
  maxCrossed: 0.3,
  /** The same at one side only: a dish far off the middle, beside a large empty side, looks misplaced. */
  maxNewOneWay: 0.25,
  /**
   * A frame inside the photo that shows this share of the dish's length is better than a backdrop. A frame beyond the photo
   * has to show as much: with less, the dish is cut and on a backdrop.
   */
  leastShown: 0.9,
  /** The smallest frame that is tried to bring the dish into the safe area, as a share of the largest. */
  closest: 0.6,
  /** In how many steps smaller frames are tried. */
  steps: 9,
} as const

/** Crops in the photo's own shape that bring a small dish closer (`crop-to-dish.ts`). */
export const CLOSE_CROP = {
  /** A photo is cropped if its dish covers less of it than this. */
  smallDish: 0.13,
  /** The share of the frame that the dish should cover then. */
  targetShare: 0.3,
  /** Room around the dish, as a share of its own sides. */
  room: 0.12,
  /** Each side keeps at least this share. */
  minKept: 0.6,
  /** A crop that keeps more than this is not worth making. */
  maxKept: 0.95,
} as const

/** Crops that frame the dishes of a menu alike (`crop-alike.ts`). */
export const ALIKE_CROP = {
  /** Room around the dish, as a share of its own sides. */
  room: 0.06,
  /** Each side keeps at least this share of the largest frame of the wanted shape. */
  minKept: 0.6,
  /** A crop in the photo's own shape that keeps more than this is not worth making. */
  maxKept: 0.95,
  /** Difference of the logarithms up to which two shapes count as the same. */
  sameShape: 0.02,
  /** How much closer a frame may come so that the dish is at the wanted place. */
  closer: 1.15,
  /** Distance from the wanted place, as a share of the frame, up to which the dish counts as being there. */
  samePlace: 0.1,
} as const

/** Hero shots, in which the dish is placed in a new frame (`hero/place-in-frame.ts`). */
export const HERO_FRAME = {
  /** The share of the frame's width and height that a whole dish takes at most. */
  fill: { across: 0.7, down: 0.72 },
  /** The same, in both directions, for a dish that continues beyond a side of the frame. */
  fillCut: 0.88,
  /** Height of the middle of a whole dish: seen from above in the middle, seen from the side a little below it. */
  middle: { above: 0.495, side: 0.545 },
} as const
