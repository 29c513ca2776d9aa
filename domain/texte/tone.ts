/** Colour of a state on screen; a word or an icon always goes with it (specification, section 3). */
export type Tone = 'blue' | 'green' | 'amber' | 'red' | 'gray'

/** Display label of an enumeration value, and its colour. */
export interface Label {
  readonly label: string
  readonly tone: Tone
}
