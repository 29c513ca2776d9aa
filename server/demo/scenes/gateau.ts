import { flower } from './flower.ts'
import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { nth } from './random.ts'

/** A cake of three tiers with candles. */
export function gateau(p: Picture, v: number): string {
  const warm = v % 2 === 0
  p.fill(
    p.linear(
      warm
        ? [
            [0, c(0.3, 0.06, 35)],
            [1, c(0.2, 0.04, 25)],
          ]
        : [
            [0, c(0.86, 0.03, 60)],
            [1, c(0.72, 0.05, 40)],
          ],
    ),
  )
  p.bokeh(26, warm ? [c(0.8, 0.15, 65), c(0.7, 0.17, 35)] : [c(0.97, 0.04, 80), c(0.9, 0.07, 20)], {
    y: [0, 0.62],
    r: [16, 56],
    a: [0.15, 0.5],
  })
  p.ellipse(
    [p.w / 2, p.h * 0.96, p.w * 0.8, p.h * 0.16],
    p.linear([
      [0, c(warm ? 0.62 : 0.95, 0.04, 60)],
      [1, c(warm ? 0.36 : 0.82, 0.04, 50)],
    ]),
  )
  const cream = p.linear(
    [
      [0, c(0.7, 0.05, 50)],
      [0.28, c(0.96, 0.025, 80)],
      [0.6, c(0.93, 0.03, 70)],
      [1, c(0.6, 0.06, 40)],
    ],
    [0, 0, 1, 0],
  )
  const [x, s] = [p.w / 2, Math.min(p.w, p.h * 0.86) / 100]
  const tiers: Oklch[] = [
    [36, 26, 88],
    [27, 24, 63],
    [18, 20, 40],
  ]
  tiers.forEach(([half, height, bottom], k) => {
    const yb = p.h * 0.06 + bottom * s
    const yt = yb - height * s
    if (!k) p.ellipse([x, yb + 3 * s, half * 1.2 * s, 7 * s], '#000', { opacity: 0.35, filter: p.blur(8) })
    p.path(
      `M${x - half * s} ${yt}L${x - half * s} ${yb}A${half * s} ${5 * s} 0 0 0 ${x + half * s} ${yb}L${x + half * s} ${yt}Z`,
      cream,
    )
    p.ellipse([x, yt, half * s, 5 * s], c(0.97, 0.025, 80))
    const drip = c(
      ...nth<Oklch>(
        [
          [0.58, 0.17, 18],
          [0.42, 0.07, 45],
          [0.66, 0.1, 320],
        ],
        v,
      ),
    )
    let d = `M${x - half * s} ${yt}`
    p.times(9, () => {
      const step = (2 * half * s) / 9
      const drop = p.between(3, 10) * s
      d += `q0 ${drop} ${step / 2} ${drop}q${step / 2} 0 ${step / 2} ${-drop}`
    })
    if (k !== 1) p.path(`${d}A${half * s} ${5 * s} 0 0 0 ${x - half * s} ${yt}Z`, drip, { opacity: 0.92 })
    p.times(k === 2 ? 7 : 9, (i, t) => {
      const a = Math.PI * t
      const [fx, fy] = [x - Math.cos(a) * half * 0.94 * s, yt + Math.sin(a) * 4 * s]
      if (i % 2)
        p.circle(
          [fx, fy - 2 * s, 2.8 * s],
          p.radial(
            [
              [0, c(0.7, 0.18, 20)],
              [1, c(0.42, 0.17, 18)],
            ],
            [0.35, 0.3, 0.7],
          ),
        )
      else
        flower(
          p,
          [fx, fy - 2 * s, 3.8 * s],
          nth<Oklch>(
            [
              [0.86, 0.08, 15],
              [0.9, 0.06, 80],
              [0.74, 0.1, 310],
            ],
            v,
          ),
        )
    })
  })
  const top = p.h * 0.06 + 20 * s
  p.times(5, (i) => {
    const cx = x + (i - 2) * 5.4 * s
    const cy = top - 13 * s + Math.abs(i - 2) * 1.1 * s
    p.rect([cx - 0.7 * s, cy, 1.4 * s, 12 * s], c(0.8, 0.13, i * 72), { rx: s * 0.6 })
    p.light([cx, cy - 2 * s, 15 * s], c(0.84, 0.15, 70), { opacity: 0.85 })
    p.path(
      `M${cx} ${cy - 6 * s}Q${cx + 2.1 * s} ${cy - 1.5 * s} ${cx} ${cy}Q${cx - 2.1 * s} ${cy - 1.5 * s} ${cx} ${cy - 6 * s}Z`,
      c(0.98, 0.07, 95),
    )
  })
  return p.finish({ vignette: 0.4, warm: 0.2 })
}
