// The peer of the model thread: only onnxruntime, on the same file with the same settings. Forked with an IPC channel, it
// gets the file and the dimensions of the input. Each message runs it once and returns { seconds, rss }.

import { createRequire } from 'node:module'

// Before it is loaded, because it would send telemetry.
process.env.ORT_DISABLE_TELEMETRY = '1'

const { InferenceSession, Tensor } = createRequire(new URL('../../../../package.json', import.meta.url))(
  'onnxruntime-node',
)
const [path, input, output, dims, threads] = process.argv.slice(2)

const session = await InferenceSession.create(path, {
  executionProviders: ['cpu'],
  enableCpuMemArena: false,
  enableMemPattern: false,
  intraOpNumThreads: Number(threads),
})
const shape = dims.split('x').map(Number)
const size = shape.reduce((product, dim) => product * dim, 1)

process.on('message', async () => {
  const data = Float32Array.from({ length: size }, (_, index) => (index % 97) / 97 - 0.5)
  const started = performance.now()
  await session.run({ [input]: new Tensor('float32', data, shape) }, [output])
  process.send({ seconds: (performance.now() - started) / 1000, rss: process.resourceUsage().maxRSS / 1024 })
})
process.send('ready')
