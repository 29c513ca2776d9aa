import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { turn } from './random.ts'

interface Hills {
  /** Height of the farthest ridge, as a fraction of the picture's. */
  readonly base: number
  readonly layers: number
  readonly near: Oklch
  readonly far: Oklch
}

/** Ridges from front to back, paler with distance. */
export function hills(p: Picture, { base, layers, near: [L, C, H], far: [farL, farC, farH] }: Hills): void {
  p.times(layers, (i, t) => {
    const y = p.h * (base + (1 - base) * t * 0.72)
    const amp = p.h * 0.055 * (0.6 + t)
    const [a, b, f] = [p.between(0, turn), p.between(0, turn), p.between(1.2, 2.3)]
    let d = `M0 ${p.h}L0 ${y}`
    for (let x = 0; x <= 40; x++)
      d += `L${((x / 40) * p.w).toFixed(0)} ${(y + Math.sin((x / 40) * f * 3 + a) * amp + Math.sin((x / 40) * 11 + b) * amp * 0.16).toFixed(1)}`
    const mix = (from: number, to: number) => from + (to - from) * t
    const [l, ch, hue] = [mix(farL, L), mix(farC, C), mix(farH, H)]
    p.path(
      `${d}L${p.w} ${p.h}Z`,
      p.linear([
        [0, c(l + 0.06, ch, hue)],
        [1, c(l - 0.06, ch, hue)],
      ]),
    )
  })
}
