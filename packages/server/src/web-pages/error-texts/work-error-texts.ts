import type { ErrorTexts } from './error-text.ts'

/** Errors about work that was accepted or could not be, and about the server itself. */
export const WORK_TEXTS = {
  job_finished: {
    meaning: 'The job has ended, so it cannot be cancelled any more.',
    remedies: ['Read its result with `GET /api/jobs/{job_id}/status`. To remove a picture, delete the photo.'],
    example: { message: 'The job has succeeded and cannot be cancelled any more.' },
  },
  revoked: {
    meaning: 'The work was cancelled, or its photo was deleted, before it ended. Its credits were given back.',
    remedies: ['Start it again if it is still wanted, with a new Idempotency-Key.'],
    example: { message: 'It was revoked.' },
  },
  internal_error: {
    meaning:
      'A bug of the server. Its log holds the details under the request id. Work that does not succeed is not charged.',
    remedies: [
      'Try once more. A repeat with the same Idempotency-Key cannot be charged twice.',
      'Give `request_id` to the operator of this server, who finds it in the log.',
    ],
    example: { message: 'Something went wrong on our side.', request_id: 'req_4kq1x8r2m0a7' },
  },
  not_implemented: {
    meaning: 'This is in the contract and not in this version of the server. Nothing was done or charged.',
    remedies: [
      'Ask `GET /api/capabilities` what this server does now.',
      'If the message names a value, choose another one: the API reference lists them.',
      'A newer version may have it: `npm view @platelight/server version` shows the newest.',
    ],
    example: { message: 'This operation is not part of this version of the server.' },
  },
  engine_unavailable: {
    meaning: 'No engine of this server can do what was asked. Nothing was done or charged, and waiting does not help.',
    remedies: [
      'Do what the message says: it names what to leave out or choose instead.',
      'Ask `GET /api/capabilities` which operations have an engine here.',
    ],
    example: {
      message:
        'A prompt for inpainting needs a picture generator, and this server has none. Leave prompt out, and the area is filled from what is around it.',
    },
  },
  deadline_exceeded: {
    meaning:
      'The work takes longer than a call waits for it. Where `job_id` is given the work goes on as that job; otherwise it was stopped, and nothing was charged.',
    remedies: [
      'Do not send the call again: it would do the same work once more.',
      'Read the result with `GET /api/jobs/{job_id}/status`, or follow `GET /api/jobs/{job_id}/events`.',
      'Send long work as a job from the start, with `POST /api/jobs/submit`.',
      'Where the work was stopped, send a smaller photo or ask for a smaller result.',
    ],
    example: {
      message: 'The work takes longer than the 300 seconds that a call waits for it. It goes on as job run_2b9f44.',
      deadline_seconds: 300,
      retryable: false,
      job_id: 'run_2b9f44',
    },
  },
  engine_failed: {
    meaning: 'The work was begun and broke down. Nothing was charged.',
    remedies: [
      'Try once more. If the same photo fails again, try it smaller.',
      'The operator finds the reason in the log of the server, under `X-Request-Id`.',
    ],
    example: { message: 'The work broke down 3 times and was given up. Nothing was charged.' },
  },
  overloaded: {
    meaning: 'The server has more work waiting than it takes in. Nothing was done or charged.',
    remedies: [
      'Wait the seconds that `Retry-After` names, and send the same request again, with the same Idempotency-Key.',
      'Send long work as a job, and poll it.',
      'An operator can raise `PLATELIGHT_MAX_QUEUED`, or give the server more processors.',
    ],
    example: { message: 'Too much work is waiting. Nothing was done or charged; try again in a moment.' },
  },
  storage_full: {
    meaning: 'The server has no room left on its disk. What is stored can still be read; nothing was charged.',
    remedies: ['The operator has to free space in the data folder or enlarge its disk. Then send the request again.'],
    example: {
      message: 'The server has no room left to store this. Nothing was charged; its operator has to free space.',
    },
  },
} as const satisfies ErrorTexts
