/** The file extension in the URL of a result. */
export const extensionOf = (url: string): string => /\.[a-z0-9]{2,5}$/.exec(new URL(url).pathname)?.[0] ?? '.jpg'
