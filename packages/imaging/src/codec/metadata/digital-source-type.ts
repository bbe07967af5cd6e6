/** What was done to a picture, in the words of the IPTC list of digital source types. */
export type SourceType =
  | 'algorithmicallyEnhanced'
  | 'compositeWithTrainedAlgorithmicMedia'
  | 'trainedAlgorithmicMedia'
  | 'algorithmicMedia'

/** Made by a model or a program rather than taken: nothing that is done to such a picture makes a photo of it. */
const GENERATED = ['compositeWithTrainedAlgorithmicMedia', 'trainedAlgorithmicMedia', 'algorithmicMedia'] as const
export type GeneratedSource = (typeof GENERATED)[number]

/** Last part of the IPTC digital source type that an XMP packet names, whoever wrote it. */
export const sourceTypeIn = (packet: string): string | undefined => /digitalsourcetype\/(\w{1,60})/i.exec(packet)?.[1]

/** The same, where it says that no camera made the picture. */
export const generatedSourceIn = (packet: string): GeneratedSource | undefined => {
  const found = sourceTypeIn(packet)?.toLowerCase()
  return GENERATED.find((source) => source.toLowerCase() === found)
}
