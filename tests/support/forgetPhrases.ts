import { forgetPhrases } from './phrasesSeen.ts'

/** Before the first journey of a run. */
export default forgetPhrases
