import type { GuestLine } from './guest-file.ts'

/** Every file that a guest names, each once. */
export const picturesOf = ({ projects, images }: GuestLine): string[] => [
  ...new Set([...projects.map(({ image }) => image), ...images]),
]
