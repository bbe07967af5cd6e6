/** What engines can do. Each operation needs one of them. */
export const CAPABILITIES = ['pixels', 'cutout', 'upscale'] as const

export type Capability = (typeof CAPABILITIES)[number]
