/** Shares of the channels in luma (ITU-R BT.601): the brightness of encoded values. */
export const LUMA_RED = 0.299
export const LUMA_GREEN = 0.587
export const LUMA_BLUE = 0.114

/** Luma of encoded values, in their unit. */
export const lumaOf = (red: number, green: number, blue: number): number =>
  LUMA_RED * red + LUMA_GREEN * green + LUMA_BLUE * blue

/** The shares in 1/256, for loops in whole numbers. */
export const LUMA_256_RED = 77
export const LUMA_256_GREEN = 150
export const LUMA_256_BLUE = 29

/** Luma of encoded values times 256, in whole numbers. */
export const luma256Of = (red: number, green: number, blue: number): number =>
  LUMA_256_RED * red + LUMA_256_GREEN * green + LUMA_256_BLUE * blue
