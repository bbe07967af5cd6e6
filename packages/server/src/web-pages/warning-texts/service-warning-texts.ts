import type { WarningTexts } from './warning-text.ts'

/** Warnings about models, and about requests that were carried out in part. */
export const SERVICE_TEXTS = {
  preview: {
    meaning: 'The picture is a drawn placeholder, marked PREVIEW, because this server uses no image model. It is free.',
    remedies: ['Ask the operator to configure an image model. Do not publish the placeholder.'],
    example:
      'This is a drawn placeholder, marked PREVIEW, because this server uses no image model. It is free, and it is not a photo.',
  },
  model_replaced: {
    meaning:
      'The engine of this server does not have the requested model. Another one of the same price made the pictures.',
    remedies: ['Leave out `model`, or name one that `GET /api/models` lists.'],
    example: 'The engine of this server does not have flux-2-pro. gpt-image-1 made the pictures.',
  },
  model_size_cropped: {
    meaning: 'The model makes pictures of other shapes than the requested one. Its picture was cropped.',
    remedies: ['Check the result before you use it.', 'Request an `aspect_ratio` that the model makes.'],
    example: 'The model made 1536x1024 pixels, which were cropped to the shape of 1365x1024.',
  },
  model_size_enlarged: {
    meaning:
      'The model makes pictures of fewer pixels than the requested ones. Its picture was enlarged without new detail.',
    remedies: ['Request a smaller `resolution`.', 'Send the result to `POST /api/upscale`, which adds detail.'],
    example: 'The model made no more than 1024x1024 pixels, which were enlarged to 2048x2048 without new detail.',
  },
  references_unused: {
    meaning: 'Some or all of the reference pictures were not used, because the model follows fewer of them, or none.',
    remedies: [
      'Send only as many references as the sentence names, the most important first.',
      'Choose another `model`.',
    ],
    example: 'gpt-image-1 follows 4 reference_images at most. The others were not used.',
  },
  web_search_unused: {
    meaning: 'The model cannot search the web, so `enable_web_search` had no effect.',
    remedies: ['Describe in the prompt what the search should have found.', 'Choose a `model` that searches.'],
    example: 'The preview engine cannot search the web, so enable_web_search had no effect.',
  },
  language_unavailable: {
    meaning: 'This server writes no copy in the requested language, so the text is in English.',
    remedies: ['Request one of the languages that the sentence lists.', 'Translate the text.'],
    example: 'This server writes no copy in fi, so it is in English. It writes en, es, fr, de, it, pt, ar.',
  },
  language_model_unused: {
    meaning:
      'The language model did not answer, or gave no usable text. The text was written from the sentences that come with the server.',
    remedies: ['Check the text before you use it.', 'Repeat the request later.', 'Ask the operator: the log says why.'],
    example: 'The language model gave no usable text, so this is from the sentences that come with the server.',
  },
  one_output_each: {
    meaning:
      'Exact steps, such as a crop or a brighter picture, have one result. Each picture was made and charged once, whatever `num_outputs` says.',
    remedies: ['Leave out `num_outputs`. It counts only for what an image model makes.'],
    example:
      'Exact steps have one result, so each picture was made and charged once. num_outputs counts for picture generators.',
  },
  platform_forbids_marks: {
    meaning: 'The picture has a text or a logo, and the platform refuses photos with one.',
    remedies: ['Repeat the edit without the text or the logo for this platform.'],
    example: 'Uber Eats, dish refuses photos with a logo on them. Send it there without.',
  },
  value_unknown: {
    meaning:
      'A field of the form has a value that this server does not know. The default was used, and `X-Ignored-Fields` names the field.',
    remedies: ['Send one of the values that the sentence lists, or leave out the field.'],
    example:
      'size "banner" is not known, so landscape was used. The known values are square, portrait, landscape, original.',
  },
  value_unsupported: {
    meaning: 'A value of the form, or a part of it, has no effect here. The sentence says why.',
    remedies: ['Leave it out, or follow the sentence.'],
    example: 'locale "it" has no effect: a photo has no text.',
  },
  words_not_understood: {
    meaning:
      'Words of the request were not understood and have no effect. The rest was done, and nothing was charged for them.',
    remedies: ['Say it in other words, for example “a bit warmer”.', 'Leave the words out.'],
    example: 'angle "from above" was not understood and has no effect.',
  },
  note: {
    meaning: 'The remark was stored by an earlier version of this server, in which warnings had no codes.',
    remedies: ['Read the sentence.', 'Repeat the request to get a code.'],
    example: 'The dish fills the picture to its borders, so there was hardly any background to remove.',
  },
} satisfies WarningTexts
