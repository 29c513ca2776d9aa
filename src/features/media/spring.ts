export interface Moving {
  readonly value: number
  /** Per second. */
  readonly velocity: number
}

/** Critically damped: reaches its target as fast as possible without overshoot. Per second. */
const stiffness = 20

/** State of a spring after some time. Exact solution: stable for frames of any length. */
export function springAfter({ value, velocity }: Moving, target: number, seconds: number): Moving {
  const away = value - target
  const pull = velocity + stiffness * away
  const fade = Math.exp(-stiffness * seconds)
  return {
    value: target + (away + pull * seconds) * fade,
    velocity: (velocity - stiffness * pull * seconds) * fade,
  }
}
