import { inLanguage } from './language.ts'
import { number, plural } from './numbers.ts'

const photos = (count: number) => plural(count, { one: '# photo', other: '# photos' })

/** The texts of making things in the studio: progress, loupe, mask, platform check, sets, prints and reels. */
export const makingMessages = inLanguage('making', {
  progress: {
    inQueue: 'In the queue of the server',
    percent: (percent: number) => `${number(percent)} %`,
    cancel: (name: string) => `Cancel ${name}`,
    cancelling: 'Cancelling',
  },
  loupe: {
    open: 'Look at it at 100 %',
    title: 'At 100 %',
    lead: 'The same place before and after, pixel for pixel. Drag it, or use the arrow keys.',
  },
  mask: {
    legend: 'The area',
    lead: 'Paint over what should go: a crumb, a spoon, a stain. A little around it is good.',
    tools: 'Tool',
    brush: 'Brush',
    eraser: 'Eraser',
    size: 'Size of the brush',
    undo: 'Undo',
    clear: 'Start again',
    surface:
      'Photo to paint on. Move the cross with the arrow keys, and press the space bar to paint or erase there. Plus and minus change the brush.',
    painted: (percent: number) => `${number(percent)} % of the photo is painted.`,
    empty: 'Nothing is painted yet.',
    download: 'Download the mask',
    each: 'Every photo has a mask of its own, so paint on each.',
    photo: 'Photo',
    choice: (name: string, isPainted: boolean) => (isPainted ? `${name}, painted` : name),
    unseen: 'This browser cannot show the photo, so it cannot be painted on. JPEG, PNG and WebP can.',
  },
  check: {
    name: 'Platform check',
    lead: 'What the platform would refuse, and how to fix it. A check costs nothing.',
    platform: 'Platform',
    which: 'Photo',
    before: 'as taken',
    needsPhoto: 'Drop a photo above to have it checked.',
    accepted: 'It would be taken.',
    refused: 'It would be refused.',
    unverified: 'This platform publishes no figures. These are careful assumptions.',
    severity: { refused: 'Refused', warning: 'Doubtful' },
    fix: 'What to do:',
    notes: 'Only a person can judge',
    frame: (ratio: string) => `The shape of the platform, ${ratio}`,
    measured: (width: number, height: number, format: string, size: string) =>
      `${number(width)} × ${number(height)} pixels, ${format.toUpperCase()}, ${size}`,
  },
  set: {
    name: 'Menu consistency',
    hint: 'All photos of the tray together: one light, one background, one frame.',
    few: 'Two photos or more make a set.',
    start: (count: number) => `Match ${photos(count)}`,
    reference: 'Like this photo',
    average: 'Like all of them together',
    score: (before: number, after: number) => `Alike: ${number(before)} before, ${number(after)} after, of 100`,
    outlier: 'It still stands out.',
    download: (name: string) => `Download ${name}`,
    save: 'Download',
  },
  recipe: {
    open: 'Open a recipe',
    save: 'Save as a recipe',
    opened: (title: string, left: string) =>
      `${title} fills the form in.${left && ` Only the command line does: ${left}.`}`,
  },
  kinds: {
    photo: 'One photo at a time',
    set: 'Several photos together',
    print: 'For print and screens',
    film: 'Film',
    printHint: 'Photos and words laid out with your brand, as PNG, JPEG and PDF for print.',
    reelHint: 'A short film of one photo: the camera moves, and no frame cuts the dish.',
    menu: 'Menu',
    poster: 'Poster',
    flyer: 'Flyer',
    post: 'Post',
    banner: 'Banner',
    reel: 'Reel',
  },
  print: {
    occasion: 'Occasion',
    headline: 'Headline',
    headlineHint: 'The largest line. It is printed exactly as given.',
    offer: 'Offer',
    offerHint: 'Such as a price or a time.',
    business: 'Restaurant',
    businessHint: 'Left empty, it is the name of your brand.',
    style: 'Style',
    styleHint: 'Such as “elegant, dark, navy”.',
    menuText: 'The menu as text',
    menuHint: 'A line with a price is a dish, the lines below it describe it, and a line alone is a section.',
    resolution: 'Size of the pictures',
    photos: (count: number) =>
      count === 0 ? 'Words alone. Photos that you drop above stand beside them.' : `With ${photos(count)} of the tray.`,
    onlyFour: 'The first four are used.',
    needsWords: 'Write a headline, an offer or dishes, or drop a photo.',
    make: (kind: string) => `Make: ${kind}`,
    made: 'What was made',
    pageAlt: (kind: string, page: number) => `${kind}, page ${number(page)}`,
    download: (format: string) => `Download ${format.toUpperCase()}`,
    downloadPage: (format: string, page: number) => `Download ${format.toUpperCase()}, page ${number(page)}`,
    forPrint: 'The PDF is for a printer: with 3 mm of bleed, crop marks and embedded fonts.',
    again: 'Words or photos have changed since. Make it again to see them.',
  },
  reel: {
    needsPhoto: 'A reel needs a photo. Drop one above.',
    photo: 'Photo',
    motion: 'Camera',
    duration: 'Length',
    seconds: (count: string) => `${count} seconds`,
    aspect: 'Shape',
    details: 'Movement in words',
    detailsHint: 'Such as “slower, towards the garnish”.',
    film: (name: string) => `Reel of ${name}`,
  },
})

/** A part of the table that may be named once, and is still read in the current language. */
const part = <Name extends keyof typeof makingMessages>(name: Name): (typeof makingMessages)[Name] =>
  new Proxy(makingMessages[name], { get: (_, key) => Reflect.get(makingMessages[name], key) })

export const progressMessages = part('progress')
export const loupeMessages = part('loupe')
export const maskMessages = part('mask')
export const checkMessages = part('check')
export const setMessages = part('set')
export const kindMessages = part('kinds')
export const printMessages = part('print')
export const reelMessages = part('reel')
