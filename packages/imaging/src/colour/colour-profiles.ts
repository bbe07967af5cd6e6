import { buildProfile, type Curve, type Primaries } from './icc-profile.ts'
import { decodeLight } from './linear-light.ts'

/**
 * ICC profiles for colour spaces that files describe by code points or parameters and not by a profile. With them one
 * library converts all colours.
 */

const D65 = [0.3127, 0.329] as const
const SRGB: Primaries = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, ...D65]

/** Colour primaries of ITU-T H.273. All others are read as those of sRGB. */
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  5: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, ...D65],
  6: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...D65],
  7: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...D65],
  9: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, ...D65],
  11: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351],
  12: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, ...D65],
}

const power =
  (gamma: number): Curve =>
  (code) =>
    code ** gamma

/** Luminance of diffuse white in high dynamic range, in nits (ITU-R BT.2408); brighter light is rolled off. */
const WHITE_NITS = 203
const KNEE = 0.6

/** Keeps light up to the knee unchanged and compresses all brighter light into the range below 1. */
const rollOff = (light: number): number =>
  light <= KNEE ? light : KNEE + (1 - KNEE) * (1 - Math.exp((KNEE - light) / (1 - KNEE)))

const perceptualQuantizer: Curve = (code) => {
  const p = code ** (1 / 78.84375)
  const nits = 10_000 * (Math.max(0, p - 0.8359375) / (18.8515625 - 18.6875 * p)) ** (1 / 0.1593017578125)
  return rollOff(nits / WHITE_NITS)
}

/** For a display of 1,000 nits, whose system gamma is 1.2. */
const hybridLogGamma: Curve = (code) => {
  const scene = code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12
  return rollOff((1000 * scene ** 1.2) / WHITE_NITS)
}

/** Transfer characteristics of ITU-T H.273. The camera curves (1, 6, 14, 15) are displayed with that of sRGB. */
const CURVES: Readonly<Record<number, Curve>> = {
  4: power(2.2),
  5: power(2.8),
  8: (code) => code,
  16: perceptualQuantizer,
  18: hybridLogGamma,
}

export interface CodePoints {
  readonly primaries: number
  readonly transfer: number
}

/** Whether values reach far above diffuse white, so that 8 bits are too few. */
export const isHighDynamicRange = ({ transfer }: CodePoints): boolean => transfer === 16 || transfer === 18

/**
 * The profile for code points as HEIC, AVIF and PNG carry them; undefined if they mean sRGB or are unknown. High dynamic
 * range (PQ, HLG) is mapped to standard range: unchanged up to 60 % of white, rolled off above.
 */
export const profileOfCodePoints = ({ primaries, transfer }: CodePoints): Uint8Array | undefined => {
  const space = PRIMARIES[primaries]
  const curve = CURVES[transfer]
  return space || curve ? buildProfile(space ?? SRGB, curve ?? decodeLight) : undefined
}

/** The profile for a power curve with the given primaries, by default those of sRGB; undefined if that is sRGB. */
export const profileOfGamma = (gamma: number, primaries: Primaries = SRGB): Uint8Array | undefined => {
  const close = primaries.every((value, i) => Math.abs(value - SRGB[i]) < 0.003)
  return close && Math.abs(gamma - 2.2) < 0.05 ? undefined : buildProfile(primaries, power(gamma))
}

/**
 * The primaries that a file gives by x and y of white, red, green and blue; undefined if a value is missing or no chromaticity,
 * or if red, green and blue span no gamut.
 */
export const primariesOf = ([wx, wy, ...rest]: readonly number[]): Primaries | undefined => {
  if (rest.length !== 6) return undefined
  const all = [...rest, wx, wy] as unknown as Primaries
  const [rx, ry, gx, gy, bx, by] = all
  const area = (rx - gx) * (by - gy) - (ry - gy) * (bx - gx)
  return all.every((value) => value > 0.001 && value < 1) && Math.abs(area) > 0.01 ? all : undefined
}

/** The profile of Adobe RGB (1998), which cameras name in EXIF without embedding it. */
export const profileOfAdobeRgb = (): Uint8Array =>
  buildProfile([0.64, 0.33, 0.21, 0.71, 0.15, 0.06, ...D65], power(563 / 256))
