import type { Kitchen, Seat } from '../food/kitchen.ts'
import type { Surface } from '../render/surface.ts'
import { roundedProfile, turned } from '../shapes/sheets.ts'

type Profile = readonly (readonly [number, number])[]

const standing = (kitchen: Kitchen, profile: Profile, surface: Surface, size = 1): void =>
  kitchen.add(turned({}, roundedProfile(profile.map(([r, z]) => [r * size, z * size] as const)), surface, 120))

/** A dinner plate with a rim. */
export function plate(kitchen: Kitchen, surface: Surface, size = 1): Seat {
  const profile: Profile = [
    [0, 0.045],
    [0.3, 0.045],
    [0.68, 0.045],
    [0.76, 0.06],
    [0.8, 0.095],
    [0.88, 0.118],
    [0.985, 0.14],
    [1.0, 0.135],
    [0.99, 0.11],
    [0.72, 0.03],
    [0.6, 0.0],
    [0.55, 0.0],
  ]
  standing(kitchen, profile, surface, size)
  return { radius: 0.8 * size, depth: 1, heightAt: () => 0.045 * size }
}

/** A plate without a rim, curved up at its edge. */
export function coupe(kitchen: Kitchen, surface: Surface, size = 1): Seat {
  const profile: Profile = [
    [0, 0.05],
    [0.35, 0.05],
    [0.72, 0.06],
    [0.92, 0.11],
    [0.985, 0.2],
    [1.0, 0.215],
    [1.012, 0.2],
    [0.95, 0.06],
    [0.7, 0.0],
    [0.5, 0.0],
  ]
  standing(kitchen, profile, surface, size)
  return { radius: 0.86 * size, depth: 1, heightAt: (x, y) => (0.05 + 0.05 * Math.hypot(x, y) ** 4) * size }
}

/** A wide bowl for pasta, with a broad rim. */
export function pastaBowl(kitchen: Kitchen, surface: Surface, size = 1): Seat {
  const profile: Profile = [
    [0, 0.06],
    [0.3, 0.06],
    [0.6, 0.075],
    [0.75, 0.16],
    [0.8, 0.24],
    [0.84, 0.265],
    [0.98, 0.3],
    [1.0, 0.292],
    [0.99, 0.27],
    [0.8, 0.19],
    [0.5, 0.01],
    [0.45, 0.0],
  ]
  standing(kitchen, profile, surface, size)
  return { radius: 0.8 * size, depth: 1, heightAt: (x, y) => (0.06 + 0.16 * Math.hypot(x, y) ** 3) * size }
}

/** A deep bowl. Its seat is the level of a broth, a little below the rim. */
export function bowl(kitchen: Kitchen, surface: Surface, size = 1, deep = 0.72): Seat {
  const profile: Profile = [
    [0, 0.12],
    [0.4, 0.14],
    [0.68, 0.3 * (deep / 0.72)],
    [0.86, 0.5 * (deep / 0.72)],
    [0.955, deep * 0.98],
    [0.985, deep * 1.01],
    [1.005, deep * 0.995],
    [1.0, deep * 0.95],
    [0.9, 0.46 * (deep / 0.72)],
    [0.7, 0.2],
    [0.48, 0.06],
    [0.46, 0.0],
    [0.42, 0.0],
  ]
  standing(kitchen, profile, surface, size)
  return { radius: 0.86 * size, depth: 1, heightAt: () => deep * 0.76 * size }
}

/** A small straight-sided dish: a ramekin, a clay pot, a tin. */
export function pot(kitchen: Kitchen, surface: Surface, size = 1, deep = 0.5): Seat {
  const profile: Profile = [
    [0, 0.06],
    [0.82, 0.06],
    [0.9, 0.12],
    [0.92, deep * 0.7],
    [0.93, deep],
    [0.97, deep * 1.02],
    [1.0, deep],
    [0.99, deep * 0.6],
    [0.95, 0.02],
    [0.9, 0],
  ]
  standing(kitchen, profile, surface, size)
  return { radius: 0.89 * size, depth: 1, heightAt: () => deep * 0.8 * size }
}
