/** What can be queued. A list of our own, because help and completion load nothing. */
export const JOB_TYPES = ['process_image', 'generate_image', 'upscale', 'compose', 'batch_process'] as const

export type JobType = (typeof JOB_TYPES)[number]
