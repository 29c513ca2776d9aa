import { forgetPhrases } from './phrasesSeen.ts'

/** Runs before the first test of a run. */
export default forgetPhrases
