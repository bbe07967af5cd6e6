import type { Part } from '../food/kitchen.ts'
import type { TableTop } from '../setting/table-tops.ts'
import type { Drink } from '../vessels/drinks-in-glass.ts'
import type { VesselName } from '../vessels/vessel-names.ts'

/** How a dish is served and what it is put together from. */
export interface Dish {
  readonly name: string
  /** Other names, separated by commas: other spellings, other languages, other scripts. */
  readonly also?: string
  readonly vessel: VesselName
  /** Height of the camera in degrees from which it looks best: 90 is straight above. */
  readonly from: number
  readonly hot?: boolean
  /** Whether no sauce or herb stands beside it. */
  readonly sweet?: boolean
  readonly table?: TableTop
  /** What lies beside it. */
  readonly tool?: 'fork' | 'chopsticks' | 'spoon' | 'none'
  readonly drink?: Drink
  readonly parts: readonly Part[]
}

type Service = Omit<Dish, 'name' | 'also' | 'parts'>

/** One row of a table of dishes. */
export const dish = (name: string, also: string, service: Service, ...parts: Part[]): Dish => ({
  name,
  also,
  ...service,
  parts,
})
