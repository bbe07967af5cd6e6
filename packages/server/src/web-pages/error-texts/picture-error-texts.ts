import type { ErrorTexts } from './error-text.ts'

const FORMATS = 'JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF'

/** Errors about a picture: its address, its file, its content and its result. */
export const PICTURE_TEXTS = {
  image_url_invalid: {
    meaning: 'The address of the picture is not an http or https address, or carries a user name or password.',
    remedies: [
      'Use an address such as `https://example.com/photo.jpg`.',
      'If the photo has no address, upload it with `POST /api/mobile/uploads` and send the `url` from the reply.',
    ],
    example: { message: 'The image address is not a URL. It looks like https://example.com/photo.jpg.' },
  },
  image_url_blocked: {
    meaning:
      'The address is not public, or the endpoint takes only files of this service. The server does not fetch from private networks, because callers could use it to look into them.',
    remedies: [
      'Upload the photo with `POST /api/mobile/uploads` and send the `url` from the reply.',
      'Put the photo at a public address.',
      'On a development machine, an operator can set `PLATELIGHT_ALLOW_PRIVATE_URLS=1`.',
    ],
    example: {
      message:
        'photos.internal is not a public address. Give an address that everybody can reach, or upload the photo to /api/mobile/uploads.',
    },
  },
  image_unreachable: {
    meaning:
      'The picture could not be fetched from its address. There was no reply, an error, a time-out or too many redirects.',
    remedies: [
      'Open the address in a private browser window, where you are not signed in. It must show the picture itself.',
      'Make sure that the host does not block programs, and that a signed link has not expired.',
      'Upload the photo with `POST /api/mobile/uploads` instead.',
    ],
    example: { message: 'example.com answered 404 instead of a picture.' },
  },
  image_too_large: {
    meaning: 'The picture has more bytes, more pixels or a longer side than this server accepts.',
    remedies: [
      'Make the picture smaller. 4000 pixels on the long side are enough for any result.',
      'An operator can raise the limits: `PLATELIGHT_MAX_IMAGE_MB`, `PLATELIGHT_MAX_IMAGE_MEGAPIXELS`, `PLATELIGHT_MAX_IMAGE_SIDE`.',
    ],
    example: { message: 'The picture is larger than 25 MB, the limit of this server.', max_bytes: 25_000_000 },
  },
  unsupported_image: {
    meaning:
      'The file is not a picture in a supported format. The format is recognised by the content, not by the file name.',
    remedies: [
      `Save the photo as ${FORMATS}, with 8 or 16 bits per channel.`,
      'Open the file or address and check that it is a picture. An address often leads to a web page that shows the picture.',
    ],
    example: { message: `This is a PDF document. Send ${FORMATS}.` },
  },
  image_unreadable: {
    meaning: 'The file begins like a picture, but it is damaged or incomplete.',
    remedies: [
      'Send it again. An upload or a download may have been cut off.',
      'Open the photo in a program and save it again.',
    ],
    example: { message: 'The JPEG file is cut off and cannot be read to its end.' },
  },
  result_too_large: {
    meaning: 'The result would have more pixels than its format or this server allows. No credits were held.',
    remedies: ['Choose a smaller scale or another `format`. The message says what would work.'],
    example: {
      message:
        'At 4x this photo would measure 24,000 x 16,000 pixels; a side may have at most 16,384. To go on, request scale 2 or send a smaller photo.',
    },
  },
  subject_not_found: {
    meaning:
      'The dish cannot be told from its surroundings in the picture, so it was not cut out. Or the prompt of a brief names nothing to eat or drink. Nothing was charged.',
    remedies: [
      'Point out the dish with `subject`: a `box` around the dish with its plate, or a `point` on it, in fractions of the picture.',
      'Send a photo that shows the whole dish, clearly different from the table.',
      'If the picture is transparent everywhere, send the original photo instead.',
      'For a brief, name the dish in `prompt`, such as "tonkotsu ramen with egg".',
    ],
    example: {
      message:
        'It is not clear which part of this photo is the dish, so it cannot be separated from its surroundings. Point it out with `subject`: a box around it, a point on it, or strokes over it. A photo in which the dish stands out helps, too.',
    },
  },
  area_empty: {
    meaning: 'The area to edit is empty: the mask is black, the box is empty, or the photo does not have that layer.',
    remedies: [
      'Paint the mask white where the picture should change.',
      'Use `POST /api/smart-layers` to see which layers the photo has, or edit `entire_image`.',
    ],
    example: {
      message:
        'This photo has nothing in the layer table, or the layer could not be found. POST /api/smart-layers shows the layers; entire_image edits the whole picture.',
    },
  },
  instruction_refused: {
    meaning:
      'The instruction has parts that were not understood, contradict each other, or cannot be done. Nothing was done or charged. `steps` lists all of its parts.',
    remedies: [
      'Say each change in plain words, for example “a bit warmer, then crop square”.',
      'Send `partial: true` to do the parts that are possible and skip the others.',
    ],
    example: {
      message:
        'The instruction cannot be followed as a whole. “brighter”: This contradicts another part of the instruction: “darker”.',
      steps: ['brighter', 'darker'],
    },
  },
  content_refused: {
    meaning:
      'The rules of the provider that makes the pictures forbid this one, or its prompt or references. Nothing was charged.',
    remedies: [
      'Describe the dish in other words, and leave out people, brands and what is not about food.',
      'Try it without the reference pictures.',
    ],
    example: {
      message:
        'The rules of bfl forbid this picture or its prompt. Nothing was charged. Describe the dish in other words, or leave out what is not about food.',
    },
  },
  weights_not_one: {
    meaning:
      'The weights of the pictures do not add up to 1.0. A difference of 0.001 is accepted as rounding. Nothing was done or charged.',
    remedies: ['Divide each weight by their sum.', 'Leave `weights` out. All pictures then have the same weight.'],
    example: {
      message: 'weights add up to 0.99 and must add up to 1. Divide each by 0.99, or leave weights out for equal ones.',
      field: 'weights',
      sum: 0.99,
    },
  },
  nothing_to_fill_from: {
    meaning: 'The area to fill covers the whole picture, so there is nothing to fill it from.',
    remedies: ['Choose a smaller area. It is filled from its surroundings.'],
    example: { message: 'The box covers the whole picture, so there is nothing to fill it from.' },
  },
  mask_aspect: {
    meaning: 'The mask and its picture have different aspect ratios.',
    remedies: [
      'Paint the mask on an upright copy of the picture. It may be larger or smaller, but its aspect ratio must be the same.',
    ],
    example: {
      message:
        'mask_url measures 1000 x 1000 and image_url 4000 x 3000: a mask may be smaller or larger than its picture, but must have the same aspect ratio.',
      field: 'mask_url',
    },
  },
  platform_unknown: {
    meaning: 'This server has no platform with that id.',
    remedies: [
      'Use an id from `GET /api/platforms`, such as `ubereats.item`.',
      'An operator can add platforms with the file that `PLATELIGHT_PLATFORMS` names.',
    ],
    example: { message: 'There is no platform "ubereat.item". Did you mean ubereats.item?', near: ['ubereats.item'] },
  },
  platform_format: {
    meaning: 'The platform does not accept pictures in the requested format.',
    remedies: ['Leave `format` out, or choose one of `formats`.'],
    example: {
      message: 'ubereats.item takes JPEG or PNG, not AVIF. Leave format out, or choose one of those.',
      formats: ['jpeg', 'png'],
    },
  },
  platform_forbids_generated: {
    meaning: 'The file says that a model made the picture, and the platform does not accept such pictures of dishes.',
    remedies: [
      'Use a photograph of the dish.',
      'An operator can lift the rule in the file that `PLATELIGHT_PLATFORMS` names.',
    ],
    example: {
      message:
        'The file says that a model made it, and this platform refuses generated pictures of dishes. Use a photo of the dish.',
    },
  },
  glyph_missing: {
    meaning:
      'No font of this server has a character of the copy. Nothing is printed in its place, so the asset was not made.',
    remedies: ['Write the word in another way, or leave the character out. The message names it and its field.'],
    example: {
      message:
        'No font of this server has these characters of headline: 𒀀 (U+12000). Write them in another way, or leave them out.',
    },
  },
  copy_does_not_fit: {
    meaning:
      'The copy is too long for every design of this type, or for the frames of a reel, even with the smallest letters that can be read.',
    remedies: [
      'Shorten the field that the message names.',
      'Choose a larger type: a menu takes as many pages as its dishes need.',
    ],
    example: {
      message:
        'The text of headline fits no design of this type, even with the smallest letters that can be read. About the first 140 characters would fit. Shorten it, or choose a larger type such as menu.',
    },
  },
  pdf_unreadable: {
    meaning: 'No menu could be read from the PDF: it is damaged, protected, too large to read, or has no text.',
    remedies: [
      'Export the menu again from the program in which it was written, without a password.',
      'Send only the pages with the menu.',
      'Send the dishes as `items_json` or `source_text`. A scan has pictures of words, which are not read.',
    ],
    example: {
      message: 'This PDF has no text, only pictures of it. Send the dishes as items_json or source_text.',
      field: 'pdf',
    },
  },
  link_expired: {
    meaning: 'The signature of a private link is wrong, or the link has expired. Such links are valid for 24 hours.',
    remedies: [
      'Read the photo again, which returns a new link, or upload it again.',
      'Copy the whole link, including `exp` and `sig`.',
    ],
    example: {
      message: 'This link is invalid or has expired. Read the photo again, or upload it again, to get a new link.',
    },
  },
} as const satisfies ErrorTexts
