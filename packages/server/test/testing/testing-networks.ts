// The networks of the optional packages, and the thread in which they run. Scripts use the server only through the
// entries of this folder, its programs and the SDK.

export { inspectModels, isRuntimeInstalled } from '../../src/models/files/inspect-models.ts'
export { prepareOnnx } from '../../src/models/files/prepare-onnx.ts'
export { CONTRACTS, MODELS, type ServedUse } from '../../src/models/model-catalogue.ts'
export { modelThread } from '../../src/models/thread/model-thread.ts'
export { networkClient } from '../../src/models/thread/network-client.ts'
export { realNetworks, realSettings } from '../support/real-networks.ts'
