import type { ErrorTexts } from './error-text.ts'

const TAKEN = 'JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF'

/** Errors about a picture: its address, its bytes, what it shows, what it would become. */
export const PICTURE_TEXTS = {
  image_url_invalid: {
    meaning: 'The address of the picture is not an http or https address, or carries a user name or password.',
    remedies: [
      'Give an address such as `https://example.com/photo.jpg`.',
      'Upload a photo that has no address with `POST /api/mobile/uploads`, and send the `url` that it answers.',
    ],
    example: { message: 'The image address is not a URL. It looks like https://example.com/photo.jpg.' },
  },
  image_url_blocked: {
    meaning:
      'The address is not a public one, or not one of this service where only its own files are taken. Servers do not fetch from private networks, so that nobody can look into them.',
    remedies: [
      'Upload the photo with `POST /api/mobile/uploads`, and send the `url` that it answers.',
      'Put the photo where everybody can reach it.',
      'On a development machine, an operator can set `PLATELIGHT_ALLOW_PRIVATE_URLS=1`.',
    ],
    example: {
      message:
        'photos.internal is not a public address. Give an address that everybody can reach, or upload the photo to /api/mobile/uploads.',
    },
  },
  image_unreachable: {
    meaning: 'The picture could not be fetched from its address: no answer, an error, too slow, or too many redirects.',
    remedies: [
      'Open the address in a private browser window, where you are not signed in. It has to show the picture itself.',
      'Make sure that the host does not refuse programs, and that a signed link has not expired.',
      'Upload the photo with `POST /api/mobile/uploads` instead.',
    ],
    example: { message: 'example.com answered 404 instead of a picture.' },
  },
  image_too_large: {
    meaning: 'The picture has more bytes, more pixels or a longer side than this server accepts.',
    remedies: [
      'Make the picture smaller. 4000 pixels on the long side are plenty for any result.',
      'An operator can raise the limits: `PLATELIGHT_MAX_IMAGE_MB`, `PLATELIGHT_MAX_IMAGE_MEGAPIXELS`, `PLATELIGHT_MAX_IMAGE_SIDE`.',
    ],
    example: { message: 'The picture is larger than 25 MB, the most that is accepted.', max_bytes: 25_000_000 },
  },
  unsupported_image: {
    meaning: `The file is no picture of a kind that is read here. Kinds are recognised by content, not by the file name.`,
    remedies: [
      `Save the photo as ${TAKEN}, with 8 or 16 bits a channel.`,
      'If it should be a picture, open it: an address often leads to a web page with the picture on it.',
    ],
    example: { message: `This is a PDF document. Send ${TAKEN}.` },
  },
  image_unreadable: {
    meaning: 'The file begins like a picture, and is damaged or cut off.',
    remedies: [
      'Send it again: an upload or a download may have been cut off.',
      'Open the photo in a program and save it anew.',
    ],
    example: { message: 'The JPEG file is cut off and cannot be read to its end.' },
  },
  result_too_large: {
    meaning: 'The result would have more pixels than its format, or this server, can hold. No credits were held.',
    remedies: ['Ask for a smaller scale, or another `format`: the message names what would work.'],
    example: {
      message:
        'The upscaled picture would measure 24,000 x 16,000 pixels; results have at most 16,384 a side. To go on, ask for scale 2.',
    },
  },
  no_subject: {
    meaning: 'No dish could be told from what is around it, so there is nothing to cut out or to work on.',
    remedies: [
      'Send a photo in which the whole dish is seen and stands out from the table.',
      'Send the photo itself where the picture is transparent everywhere.',
    ],
    example: {
      message:
        'No dish could be found in this picture, so there is nothing to cut out. Send a photo in which the dish stands out from what is around it.',
    },
  },
  area_empty: {
    meaning: 'The area to be edited holds nothing: the mask is black, the box is empty, or the photo lacks that layer.',
    remedies: [
      'Draw the mask white where the picture is to change.',
      'Ask `POST /api/smart-layers` which layers the photo has, or edit `entire_image`.',
    ],
    example: {
      message:
        'This photo has nothing in the layer table, or it could not be told. POST /api/smart-layers shows what was found; entire_image edits all of it.',
    },
  },
  nothing_to_fill_from: {
    meaning: 'The area to be filled covers all of the picture, so nothing is left from which to fill it.',
    remedies: ['Choose a smaller area: it is filled from what is around it.'],
    example: { message: 'The box covers the whole picture, so there is nothing to fill it from.' },
  },
  mask_aspect: {
    meaning: 'The mask has another shape than the picture it belongs to.',
    remedies: [
      'Draw the mask on a copy of the picture as it is seen upright. It may be larger or smaller, but of the same shape.',
    ],
    example: {
      message:
        'mask_url measures 1000 x 1000 and image_url 4000 x 3000: a mask may be smaller or larger than its picture, but of the same shape.',
      field: 'mask_url',
    },
  },
  platform_unknown: {
    meaning: 'This server knows no platform by that id.',
    remedies: [
      'Take an id from `GET /api/platforms`. Ids look like `ubereats.item`.',
      'An operator can add platforms with the file that `PLATELIGHT_PLATFORMS` names.',
    ],
    example: { message: 'There is no platform "ubereat.item". Did you mean ubereats.item?', near: ['ubereats.item'] },
  },
  platform_format: {
    meaning: 'The platform does not take pictures in the format that was asked for.',
    remedies: ['Leave `format` out, or choose one of those in `formats`.'],
    example: {
      message: 'ubereats.item takes JPEG or PNG, not AVIF. Leave format out, or ask for one of those.',
      formats: ['jpeg', 'png'],
    },
  },
  platform_forbids_generated: {
    meaning: 'The file says that a model made the picture, and the platform refuses such pictures of dishes.',
    remedies: [
      'Use a photograph of the dish.',
      'An operator can lift the rule in the file that `PLATELIGHT_PLATFORMS` names.',
    ],
    example: {
      message:
        'The file says that a model made it, and this platform refuses generated pictures of dishes. Use a photo of the dish.',
    },
  },
  link_expired: {
    meaning: 'The signature of a private link is wrong, or its time is over. Such links last 24 hours.',
    remedies: [
      'Read the photo, or upload it again: each read signs a fresh link.',
      'Copy the link whole, `exp` and `sig` included.',
    ],
    example: { message: 'This link is wrong or has expired. Read the photo or upload again to get a fresh one.' },
  },
} as const satisfies ErrorTexts
