import type { Schemas } from '../../contract/index.ts'

type Motion = Schemas['ReelForm']['motion']

/** The camera moves of a reel. */
export const MOTIONS: Readonly<Record<Motion, { readonly name: string; readonly description: string }>> = {
  push_in: { name: 'Push in', description: 'Slowly towards the dish.' },
  pull_out: { name: 'Pull out', description: 'From the dish back to the whole table.' },
  pan_left: { name: 'Pan left', description: 'Sideways across the table, to the left.' },
  pan_right: { name: 'Pan right', description: 'Sideways across the table, to the right.' },
  tilt_up: { name: 'Tilt up', description: 'From the plate up to what stands behind it.' },
  tilt_down: { name: 'Tilt down', description: 'From above down to the plate.' },
  orbit: { name: 'Orbit', description: 'A little way around the dish, so that it stands out from its background.' },
}
