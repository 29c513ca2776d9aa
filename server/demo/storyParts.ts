import type { Parts } from '../parts.ts'
import type { Cast } from './accounts.ts'
import type { StoryClock } from './storyClock.ts'

/** The product's parts with the story's clock. */
export type StoryParts = Omit<Parts, 'clock'> & { readonly clock: StoryClock }

export interface Scene {
  readonly parts: StoryParts
  readonly cast: Cast
}
