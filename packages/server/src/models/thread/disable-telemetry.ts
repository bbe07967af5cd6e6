import { isMainThread } from 'node:worker_threads'

const SETTING = 'ORT_DISABLE_TELEMETRY'

/**
 * Turns off the telemetry of onnxruntime, which would write into the home and the temporary folder and send its counts. It
 * must be called before the runtime is loaded, and before a thread is started that loads it. Native code reads the
 * environment of the process. Worker threads only have a copy of it, so only the main thread can change it.
 *
 * @throws Error in a worker thread whose parent did not call this: setting it there would have no effect
 */
export function disableTelemetry(): void {
  if (isMainThread) process.env[SETTING] = '1'
  else if (process.env[SETTING] !== '1')
    throw new Error(`${SETTING}=1 must be set before a thread is started that loads onnxruntime`)
}
