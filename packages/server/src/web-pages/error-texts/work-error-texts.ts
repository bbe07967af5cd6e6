import type { ErrorTexts } from './error-text.ts'

/** Errors about work, and about the server itself. */
export const WORK_TEXTS = {
  job_finished: {
    meaning: 'The job has ended, so it cannot be cancelled any more.',
    remedies: ['Read its result with `GET /api/jobs/{job_id}/status`. To remove a picture, delete the photo.'],
    example: { message: 'The job has succeeded and cannot be cancelled any more.' },
  },
  revoked: {
    meaning: 'The work was cancelled, or its photo was deleted, before it ended. Its credits were given back.',
    remedies: ['If it is still needed, start it again with a new Idempotency-Key.'],
    example: { message: 'It was revoked.' },
  },
  internal_error: {
    meaning:
      'A bug in the server. Its log has the details under the request id. Work that does not succeed is not charged.',
    remedies: [
      'Try once more. A repeat with the same Idempotency-Key is not charged twice.',
      'Give `request_id` to the operator of this server, who can find it in the log.',
    ],
    example: { message: 'Something went wrong on our side.', request_id: 'req_4kq1x8r2m0a7' },
  },
  engine_unavailable: {
    meaning:
      'No engine of this server can do this work now. Nothing was done or charged. Waiting helps only if the reply has Retry-After: a worker is missing then, and may be started again.',
    remedies: [
      'Follow the message. It says what to leave out or to choose instead.',
      'Use `GET /api/capabilities` to see which operations have an engine.',
      'If you operate the server, change the setting that the error names in `setting`.',
    ],
    example: {
      message:
        'These steps of prompt need a picture generator, and this server has none (PLATELIGHT_ENGINE_SYNTHESIS): a lemon. Nothing was done or charged. Leave them out.',
    },
  },
  deadline_exceeded: {
    meaning:
      'The work takes longer than a call waits. If there is a `job_id`, the work goes on as that job. Otherwise it was stopped, and nothing was charged.',
    remedies: [
      'Read the result with `GET /api/jobs/{job_id}/status`, or follow `GET /api/jobs/{job_id}/events`.',
      'Or send the same call again while the job goes on. It waits for the same work, which is charged once.',
      'Submit long work as a job, with `POST /api/jobs/submit`.',
      'If the work was stopped, send a smaller photo or request a smaller result.',
    ],
    example: {
      message: 'The work takes longer than the 300 seconds that a call waits for it. It goes on as job run_2b9f44.',
      deadline_seconds: 300,
      retryable: false,
      job_id: 'run_2b9f44',
    },
  },
  engine_failed: {
    meaning: 'The work was started and failed. Nothing was charged.',
    remedies: [
      'Try once more. If the same photo fails again, make it smaller.',
      'Ask the operator, who can find the reason in the log under the value of `X-Request-Id`.',
    ],
    example: { message: 'The work broke down 3 times and was given up. Nothing was charged.' },
  },
  overloaded: {
    meaning: 'The queue of the server is full. Nothing was done or charged.',
    remedies: [
      'Wait for the number of seconds in `Retry-After`, then send the same request with the same Idempotency-Key again.',
      'Submit long work as a job, and poll it.',
      'An operator can raise `PLATELIGHT_MAX_QUEUED`, or give the server more processors.',
    ],
    example: { message: 'Too much work is waiting. Nothing was done or charged; try again in a moment.' },
  },
  storage_full: {
    meaning: 'The disk of the server is full. Stored data can still be read. Nothing was charged.',
    remedies: ['Ask the operator to free some space on the disk of the data folder. Then send the request again.'],
    example: {
      message: 'The disk of the server is full. Nothing was charged. The operator has to free some space.',
    },
  },
  storage_unavailable: {
    meaning: 'The storage of the pictures does not respond. Nothing was charged.',
    remedies: [
      'Send the request again after the seconds in `Retry-After`. A repeat with the same Idempotency-Key is not charged twice.',
      'If it goes on, tell the operator. The log of the server has the reason.',
    ],
    example: { message: 'The storage of the server does not respond. Nothing was charged. Try again in a moment.' },
  },
} as const satisfies ErrorTexts
