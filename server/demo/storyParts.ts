import type { Parts } from '../parts.ts'
import type { Cast } from './accounts.ts'
import type { StoryClock } from './storyClock.ts'

/** The product's parts with the clock of the story. */
export type StoryParts = Omit<Parts, 'clock'> & { readonly clock: StoryClock }

/** What each step of the story works with. */
export interface Scene {
  readonly parts: StoryParts
  readonly cast: Cast
}
