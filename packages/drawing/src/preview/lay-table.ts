import type { Dish } from './dishes/served-dish.ts'
import { GARNISHES } from './food/garnishes.ts'
import { type Kitchen, openKitchen } from './food/kitchen.ts'
import type { PreviewScene } from './preview-scene.ts'
import type { SeededRandom } from './seeded-random.ts'
import { chopsticks, cutlery, napkin, scattered, sideBowl } from './setting/props.ts'
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
  kitchen.seat = setVessel(
    kitchen,
    scene.vessel,
    named ? { ...finish, colour: named } : finish,
    named !== undefined,
    dish.drink,
  )
  for (const part of dish.parts) part(kitchen)
  for (const garnish of scene.garnishes) GARNISHES[garnish]?.part(kitchen)
  const around = openKitchen(random.fork('around'), { radius: 1, depth: 1, heightAt: () => 0 })
  layAround(around, dish, scene, finish)
  return { dish: kitchen.things, around: around.things }
}

function layAround(kitchen: Kitchen, dish: Dish, scene: PreviewScene, finish: Finish): void {
  const { random } = kitchen
  const cloth = scene.colours.accent ?? random.pick(CLOTHS[scene.style])
  const side = random.next() < 0.5 ? -1 : 1
  const wide = ['board', 'slate board', 'tray', 'banana leaf', 'paella pan', 'skillet'].includes(scene.vessel) ? 1.2 : 1
  const small = ['glass', 'tall glass', 'stemmed glass', 'none'].includes(scene.vessel) ? 0.55 : 1
  const bare = scene.style === 'minimal'
  if (!bare || scene.colours.accent)
    napkin(
      kitchen,
      { x: side * 1.08 * wide * small, y: -0.62 * small, yaw: side * 0.5 + random.around() * 0.1, size: 0.72 },
      cloth,
    )
  const tool = dish.tool ?? 'none'
  if (tool === 'chopsticks')
    chopsticks(kitchen, { x: -side * 1.28 * wide, y: -0.15, yaw: 1.4 + random.around() * 0.15 })
  else if (tool !== 'none')
    cutlery(kitchen, tool, { x: side * 1.28 * wide, y: -0.15, yaw: 1.52 + random.around() * 0.08 })
  if (bare) return
  sideBowl(
    kitchen,
    { x: -side * 1.35 * wide * (small < 1 ? 0.75 : 1), y: 0.95 * (small < 1 ? 0.8 : 1) },
    random.pick(['#c9a24a', '#8f2c1a', '#5f8a3a', '#efe9dc']),
    finish.colour,
  )
  scattered(kitchen, random.pick(['#2a211a', '#3f7a28', '#c9a878']), 9, wide)
}
