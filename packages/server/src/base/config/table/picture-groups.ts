import { CUTOUT_PROVIDERS, FILM_PROVIDERS, IMAGE_PROVIDERS, PROVIDERS } from '../../engine-capability.ts'
import type { SettingGroup, SettingRow } from './setting-row.ts'

const capitals = (names: readonly string[]) => names.map((name) => name.toUpperCase().replaceAll('-', '_'))
const PICTURES = capitals(IMAGE_PROVIDERS)
const FILMS = capitals(FILM_PROVIDERS)
const CUTOUTS = capitals(CUTOUT_PROVIDERS)
const ALL = capitals(PROVIDERS)

const network = (
  use: string,
  about: string,
  since: string,
  otherwise = 'the package',
  named = 'The path of your own ONNX file',
): SettingRow => ({
  name: `PLATELIGHT_${use}_MODEL`,
  about: `${named} ${about}, or \`none\`.`,
  since,
  otherwise,
  example: `/models/${use.toLowerCase()}.onnx`,
})

const NAMED_CUTOUT =
  'The name of a network that `platelight-server models add` added, or the path of your own ONNX file, with its family before it (`birefnet:/models/net.onnx`) if its name does not tell,'

const kept = (what: string, about: string, days: number): SettingRow => ({
  name: `PLATELIGHT_RETENTION_${what}_DAYS`,
  about,
  since: '2.1.0',
  otherwise: String(days),
})

/** How pictures are made, what they may be, and how long they are kept. */
export const PICTURE_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Work and its limits',
    rows: [
      {
        name: 'PLATELIGHT_THREADS',
        about: 'Photos that are worked on at the same time, and processor threads of a network.',
        since: '1.0.0',
        otherwise: 'one per core',
        example: '2',
      },
      {
        name: 'PLATELIGHT_MEMORY_MB',
        about: 'The memory of all pictures that are worked on at the same time. What does not fit waits.',
        since: '1.0.0',
        otherwise: "the container's limit or ¾ of the machine, less 870",
        example: '2000',
      },
      { name: 'PLATELIGHT_MAX_QUEUED', about: 'Waiting runs above which new ones get 503.', since: '1.0.0' },
      { name: 'PLATELIGHT_MAX_IMAGE_MB', about: 'The largest file of a photo.', since: '1.0.0' },
      { name: 'PLATELIGHT_MAX_IMAGE_MEGAPIXELS', about: 'The largest photo.', since: '1.0.0' },
      { name: 'PLATELIGHT_MAX_IMAGE_SIDE', about: 'The longest side of a photo in pixels.', since: '1.0.0' },
      {
        name: 'PLATELIGHT_PLATFORMS',
        about:
          'A JSON file with your own platforms, which add to the built-in ones or replace them. PLATFORMS.md describes it.',
        since: '1.0.0',
        example: '/etc/platelight/platforms.json',
      },
    ],
  },
  {
    title: 'How long things are kept',
    about:
      'A number of days for all plans, or days of some: `Free=30, Starter=90`. 0 keeps things until their owner deletes them. [Keep and delete](operating/retention.md) says what is deleted when.',
    rows: [
      kept('RESULTS', 'Photos with their originals and results.', 0),
      kept('ORIGINALS', 'The bytes of originals. Results stay.', 0),
      kept('RUNS', 'What was asked for and answered in runs without results. What they cost stays in the books.', 0),
      kept('EVENTS', 'Events. One stays as long as its deliveries.', 30),
      kept('DELIVERIES', 'The log of deliveries that were made or given up.', 30),
      kept('LETTERS', 'What became of letters, and their copies in the outbox.', 30),
    ],
  },
  {
    title: 'Networks',
    about:
      '[Networks and their weights](../packages/server/MODELS.md) come from optional packages. `platelight-server models list` shows which are installed.',
    rows: [
      network('CUTOUT', 'to cut out dishes', '1.0.0', undefined, NAMED_CUTOUT),
      network('UPSCALE', 'to enlarge', '1.0.0'),
      network('DETECT', 'to find dishes', '2.0.0'),
      network('SALIENCY', 'to find what is seen first', '2.0.0'),
      network('WARE', 'to find ware', '2.0.0', 'a file of ours'),
      network('FOOD', 'to find food', '2.0.0', 'a file of ours'),
      {
        name: 'PLATELIGHT_PRELOAD',
        about: 'Networks that are loaded before the server is ready, and kept.',
        since: '1.0.0',
        otherwise: 'none',
        example: 'cutout,upscale',
      },
      {
        name: 'PLATELIGHT_MODEL_IDLE_MINUTES',
        about: 'After so long without work a network is unloaded. 0 keeps it.',
        since: '1.0.0',
      },
      {
        name: 'PLATELIGHT_UPSCALE_MAX_MEGAPIXELS',
        about:
          'The largest photo that `/api/upscale` gives to its network. A larger one gets less detail or none, and the result says so. 4 fit the deadline of 300 seconds on two slow cores.',
        since: '1.0.0',
      },
      {
        name: 'PLATELIGHT_ENHANCE_UPSCALE',
        about:
          '`model` uses the network when an enhance upscales, for photos of up to a sixth of the megapixels above, or four times that if 2x is enough. `/api/enhance` then costs more with `upscale`, as the estimate says; prices of `/v1` do not change.',
        since: '1.0.0',
      },
    ],
  },
  {
    title: 'Engines',
    about:
      'An engine supplies the capability that an operation needs. `GET /api/capabilities` lists both. [Providers of pictures](image-providers.md) says what each needs, and what leaves the server.',
    rows: [
      {
        name: 'PLATELIGHT_ENGINE_SYNTHESIS',
        about:
          'Who makes pictures from words: `preview`, which draws marked placeholders, `off`, or one or several of `bfl`, `fal`, `replicate`, `openai`, `openai-compatible`, `google`, `bytedance`, of which the next is asked when one takes no order.',
        since: '2.0.0',
        otherwise: '`preview`; `off` in production',
        example: 'bfl,fal',
      },
      {
        name: 'PLATELIGHT_ENGINE_MOTION',
        about:
          'Who makes reels: `local` draws the frames, of which ffmpeg makes a film; `fal` and `replicate` make films that ffmpeg finishes; or `off`.',
        since: '2.0.0',
        otherwise: 'local',
      },
      {
        name: 'PLATELIGHT_FFMPEG',
        about: 'The program for reels, 4.1 or newer with libx264. Without one they get 503.',
        since: '2.1.0',
        otherwise: 'the `ffmpeg` on the PATH',
        example: '/usr/bin/ffmpeg',
      },
      { name: 'PLATELIGHT_ENGINE_PIXELS', about: 'Work on photos, in the threads of the server.', since: '2.0.0' },
      {
        name: 'PLATELIGHT_ENGINE_CUTOUT',
        about:
          'Who finds the dish that is cut out, lit or framed: `local`, or one or several of `fal`, `replicate`, `photoroom`, `removebg`, of which the next is asked when one takes no order. `local` as the last of several stands in for them.',
        since: '2.0.0',
        otherwise: 'local',
        example: 'fal,local',
      },
      { name: 'PLATELIGHT_ENGINE_UPSCALE', about: 'The same for enlarging.', since: '2.0.0' },
      {
        name: 'PLATELIGHT_ENGINE_COPY',
        about: 'Who writes captions and briefs: sentences that come with the server, or a language model.',
        since: '2.0.0',
      },
      {
        name: 'PLATELIGHT_COPY_URL',
        about: 'The address of the language model before `/chat/completions`.',
        since: '2.0.0',
        example: 'http://127.0.0.1:11434/v1',
      },
      { name: 'PLATELIGHT_COPY_MODEL', about: 'Its name.', since: '2.0.0', example: 'llama3.3' },
      {
        name: 'PLATELIGHT_COPY_KEY',
        about: 'Its key, if it asks for one.',
        since: '2.0.0',
        fileSince: '2.0.0',
      },
    ],
  },
  {
    title: 'Providers of pictures, films and cut-outs',
    about: `\`<PROVIDER>\` is one of ${ALL.map((name) => `\`${name}\``).join(', ')}. \`OPENAI_COMPATIBLE\` needs its address and a model.`,
    rows: [
      {
        name: 'PLATELIGHT_<PROVIDER>_API_KEY',
        about: 'The key of your account. It appears in no log, reply or row, and goes to no other host.',
        since: '2.0.0',
        fileSince: '2.0.0',
        providers: ALL,
      },
      {
        name: 'PLATELIGHT_<PROVIDER>_URL',
        about: 'An address in place of the public one, such as that of a proxy. It may be private.',
        since: '2.0.0',
        providers: ALL,
      },
      {
        name: 'PLATELIGHT_<PROVIDER>_MODEL',
        about: 'A model to use for everything.',
        since: '2.0.0',
        providers: PICTURES,
      },
      {
        name: 'PLATELIGHT_<PROVIDER>_PICTURE_USD',
        about: 'What a picture costs there. It is noted with each run, unless the provider tells it.',
        since: '2.0.0',
        example: '0.04',
        providers: PICTURES,
      },
      {
        name: 'PLATELIGHT_<PROVIDER>_FILM_MODEL',
        about: 'A model of `FAL` or `REPLICATE` that makes a film of a photo.',
        since: '2.1.0',
        otherwise: 'Kling 2.5 Turbo Pro',
        providers: FILMS,
      },
      {
        name: 'PLATELIGHT_<PROVIDER>_FILM_USD',
        about: 'What a film costs there.',
        since: '2.1.0',
        example: '0.35',
        providers: FILMS,
      },
      {
        name: 'PLATELIGHT_<PROVIDER>_CUTOUT_MODEL',
        about: 'A model of `FAL` or `REPLICATE` that cuts out, there as `owner/name` or `owner/name:version`.',
        since: '2.1.0',
        otherwise: 'BiRefNet v2; 851-labs/background-remover',
        providers: capitals(['fal', 'replicate']),
      },
      {
        name: 'PLATELIGHT_<PROVIDER>_CUTOUT_USD',
        about: 'What a cut-out costs there.',
        since: '2.1.0',
        example: '0.02',
        providers: CUTOUTS,
      },
    ],
  },
]
