import { isMainThread } from 'node:worker_threads'

const SETTING = 'ORT_DISABLE_TELEMETRY'

/**
 * Turns off the telemetry of onnxruntime, which would write into the home and the temporary folder and send what it
 * counted. Called before the runtime is loaded, and before a thread is started that loads it: native code reads the
 * environment of the process, of which worker threads have a copy and which only the main thread can change.
 *
 * @throws Error in a worker thread whose parent did not call this: setting it there would have no effect
 */
export function disableTelemetry(): void {
  if (isMainThread) process.env[SETTING] = '1'
  else if (process.env[SETTING] !== '1')
    throw new Error(`${SETTING}=1 has to be set before a thread is started that loads onnxruntime`)
}
