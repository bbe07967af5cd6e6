import type { Dish } from './dishes/served-dish.ts'
import { GARNISHES } from './food/garnishes.ts'
import { type Kitchen, openKitchen, type Seat } from './food/kitchen.ts'
import type { PreviewScene } from './preview-scene.ts'
import type { SeededRandom } from './seeded-random.ts'
import { chopsticks, cutlery, napkin, scatteredLeaves, scatteredSeeds, sideBowl } from './setting/props.ts'
import type { Thing } from './shapes/thing.ts'
import { type Finish, setVessel } from './vessels/set-vessel.ts'

/** Glazes that suit each style. */
const FINISHES: Readonly<Record<PreviewScene['style'], readonly [Finish, ...Finish[]]>> = {
  natural: [
    { colour: '#efece5', rim: '#a8845b' },
    { colour: '#e6e2d8', speckle: '#8f8473' },
    { colour: '#cfd6d2', speckle: '#7f8a86', rim: '#8a6a48' },
    { colour: '#f4f2ed' },
  ],
  bright: [{ colour: '#f7f6f2' }, { colour: '#eef2f1', rim: '#6f93a8' }, { colour: '#f3eee6', rim: '#c9a36a' }],
  moody: [
    { colour: '#2e3234', speckle: '#55595a', matt: true },
    { colour: '#3a2f2a', matt: true, rim: '#86613c' },
    { colour: '#27333c', speckle: '#5b6b75' },
  ],
  rustic: [
    { colour: '#d9cbb2', speckle: '#7a5f43', rim: '#6d4a2d' },
    { colour: '#8d9a8c', speckle: '#4a5148', matt: true },
  ],
  minimal: [
    { colour: '#f5f4f1', matt: true },
    { colour: '#dcd8d0', matt: true },
  ],
}

const CLOTHS: Readonly<Record<PreviewScene['style'], readonly [string, ...string[]]>> = {
  natural: ['#b9c4bd', '#c8b59b', '#a9584a', '#7d93a3'],
  bright: ['#d7e0dd', '#e7d6cf', '#b7cbd6'],
  moody: ['#4a4440', '#5b3a34', '#3c4a50'],
  rustic: ['#a9764e', '#8c8f72', '#b8a487'],
  minimal: ['#d9d4cb', '#cfd3d2'],
}

export interface LaidTable {
  /** The dish with its vessel: what must be whole in the picture. */
  readonly dish: readonly Thing[]
  /** What lies around it. */
  readonly around: readonly Thing[]
}

/** Puts the dish together, and what lies beside it. */
export function layTable(dish: Dish, scene: PreviewScene, random: SeededRandom): LaidTable {
  const finish = random.fork('glaze').pick(FINISHES[scene.style])
  const kitchen = openKitchen(random.fork('dish'), { radius: 1, depth: 1, heightAt: () => 0 })
  const named = scene.colours.vessel
  const lies = isDeep(scene.vessel) && !isDeep(dish.vessel)
  kitchen.seat = setVessel(kitchen, scene.vessel, named ? { ...finish, colour: named } : finish, named !== undefined, {
    drink: dish.drink,
    sweet: dish.sweet,
    shallow: lies,
  })
  if (lies) kitchen.seat = bottomOf(kitchen.seat)
  for (const part of dish.parts) part(kitchen)
  // A drink has its garnish in the glass, and what a dish has anyway is not put on it twice.
  for (const garnish of dish.drink ? [] : scene.garnishes) {
    const part = GARNISHES[garnish]?.part
    if (part && !dish.parts.includes(part)) part(kitchen)
  }
  const around = openKitchen(random.fork('around'), { radius: 1, depth: 1, heightAt: () => 0 })
  layAround(around, dish, scene, finish)
  return { dish: kitchen.things, around: around.things }
}

const isDeep = (vessel: PreviewScene['vessel']): boolean =>
  ['bowl', 'small bowl', 'copper bowl', 'pot'].includes(vessel)

/** The inside of a deep vessel whose seat is the level of a broth: for food that would float where there is none. */
const bottomOf = (seat: Seat): Seat => ({
  radius: seat.radius * 0.9,
  depth: seat.depth,
  heightAt: (x, y) => {
    const level = seat.heightAt(x, y)
    return level * (0.4 + 0.6 * Math.min(1, Math.hypot(x, y) / seat.radius) ** 2.4)
  },
})

function layAround(kitchen: Kitchen, dish: Dish, scene: PreviewScene, finish: Finish): void {
  const { random } = kitchen
  const cloth = scene.colours.accent ?? random.pick(CLOTHS[scene.style])
  const side = random.next() < 0.5 ? -1 : 1
  const wide = ['board', 'slate board', 'tray', 'banana leaf', 'paella pan', 'skillet'].includes(scene.vessel) ? 1.2 : 1
  const small = ['glass', 'tall glass', 'stemmed glass', 'wine glass', 'none'].includes(scene.vessel) ? 0.55 : 1
  const bare = scene.style === 'minimal'
  if (!bare || scene.colours.accent)
    napkin(
      kitchen,
      // A cloth below the foot of a glass would run through it.
      small < 1
        ? { x: side * 1.25, y: 0.15, yaw: side * 0.35 + random.around() * 0.1, size: 0.6 }
        : { x: side * 1.08 * wide, y: -0.62, yaw: side * 0.5 + random.around() * 0.1, size: 0.72 },
      cloth,
    )
  const tool = dish.tool ?? 'none'
  if (tool === 'chopsticks')
    chopsticks(kitchen, { x: -side * 1.28 * wide, y: -0.15, yaw: 1.4 + random.around() * 0.15 })
  else if (tool !== 'none')
    cutlery(kitchen, tool, { x: side * 1.28 * wide, y: -0.15, yaw: 1.52 + random.around() * 0.08 })
  if (bare || dish.sweet || dish.drink) return
  sideBowl(
    kitchen,
    { x: -side * 1.35 * wide, y: 0.95 },
    random.pick(['#c9a24a', '#8f2c1a', '#5f7a3a', '#efe9dc']),
    finish.colour,
  )
  if (tool === 'chopsticks') scatteredSeeds(kitchen, '#d9bf8c', wide)
  else scatteredLeaves(kitchen, random.pick(['parsley', 'coriander']), wide)
}
