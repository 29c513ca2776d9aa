import * as phrases from './specifiedSentences.ts'

/** The specified sentences by name. Not an object: the build then puts each sentence where it is used (vite.config.ts). */
export { phrases }

export type PhraseKey = keyof typeof phrases
