/** How a picture was made or changed, as a term of the IPTC vocabulary of digital source types. */
export type SourceType =
  | 'algorithmicallyEnhanced'
  | 'compositeWithTrainedAlgorithmicMedia'
  | 'trainedAlgorithmicMedia'
  | 'algorithmicMedia'

/** Created by a model or a program and not by a camera. Editing such a picture does not make it a photo. */
const GENERATED = ['compositeWithTrainedAlgorithmicMedia', 'trainedAlgorithmicMedia', 'algorithmicMedia'] as const
export type GeneratedSource = (typeof GENERATED)[number]

/** The last part of the IPTC digital source type that an XMP packet names. */
export const sourceTypeIn = (packet: string): string | undefined => /digitalsourcetype\/(\w{1,60})/i.exec(packet)?.[1]

/** The digital source type, if it says that the picture was generated. */
export const generatedSourceIn = (packet: string): GeneratedSource | undefined => {
  const found = sourceTypeIn(packet)?.toLowerCase()
  return GENERATED.find((source) => source.toLowerCase() === found)
}
