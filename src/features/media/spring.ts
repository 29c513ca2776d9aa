export interface Moving {
  readonly value: number
  /** Per second. */
  readonly velocity: number
}

/** Critically damped: arrives as fast as possible without passing its target. Per second. */
const stiffness = 20

/**
 * Where something that is drawn to a target is after some time. The exact solution: a long frame cannot make it swing.
 */
export function springAfter({ value, velocity }: Moving, target: number, seconds: number): Moving {
  const away = value - target
  const pull = velocity + stiffness * away
  const fade = Math.exp(-stiffness * seconds)
  return {
    value: target + (away + pull * seconds) * fade,
    velocity: (velocity - stiffness * pull * seconds) * fade,
  }
}
