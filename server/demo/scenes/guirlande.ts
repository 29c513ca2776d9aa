import { hex as c } from './colour.ts'
import { leaf } from './flower.ts'
import { stringLights } from './stringLights.ts'
import type { Picture, Stop } from './picture.ts'

/** Half the table's width at a depth, as a fraction of the picture's. */
const edge = (depth: number) => 0.055 + 0.42 * depth ** 1.5

/** A long table under string lights at dusk. */
export function guirlande(p: Picture, v: number): string {
  const sky: Stop[] =
    v % 2
      ? [
          [0, c(0.2, 0.07, 275)],
          [0.4, c(0.32, 0.1, 300)],
          [0.62, c(0.48, 0.13, 350)],
        ]
      : [
          [0, c(0.33, 0.08, 265)],
          [0.34, c(0.52, 0.1, 310)],
          [0.52, c(0.72, 0.13, 40)],
          [0.62, c(0.85, 0.11, 75)],
        ]
  p.fill(p.linear(sky))
  p.group({ filter: p.blur(5) }, () =>
    p.times(24, (i, t) =>
      p.ellipse(
        [t * p.w, p.h * p.between(0.54, 0.62), p.between(40, 110) * p.u, p.between(50, 150) * p.u],
        c(0.2, 0.035, 160),
        { opacity: 0.94 },
      ),
    ),
  )
  p.rect(
    [0, p.h * 0.6, p.w, p.h * 0.4],
    p.linear([
      [0, c(0.24, 0.04, 140)],
      [1, c(0.13, 0.02, 120)],
    ]),
  )
  // View along a long table: blurred guests on both sides, candles and flowers receding.
  p.light([p.w * 0.5, p.h * 0.66, p.w * 0.5], c(0.78, 0.14, 65), { opacity: 0.75 })
  const row = (depth: number) => p.h * (0.63 + 0.37 * depth ** 1.3)
  p.times(7, (i, t) =>
    [-1, 1].forEach((sign) => {
      const depth = 0.06 + 0.86 * t
      const k = (26 + 150 * depth ** 1.4) * p.u
      const [x, y] = [p.w * (0.5 + sign * (edge(depth) + 0.03 + 0.07 * depth)), row(depth) - k * p.between(0.3, 0.5)]
      const hue = p.between(-10, 70)
      p.group({ filter: p.blur(1.5 + 5 * depth) }, () => {
        p.ellipse(
          [x + sign * k * 0.2, y + k * 0.95, k * 0.8, k * 0.95],
          p.linear(
            [
              [0, c(p.between(0.34, 0.56), 0.07, hue)],
              [1, c(0.16, 0.03, 20)],
            ],
            sign > 0 ? [0, 0, 1, 0.4] : [1, 0, 0, 0.4],
          ),
        )
        p.ellipse(
          [x, y - k * 0.2, k * 0.33, k * 0.42],
          p.linear(
            [
              [0, c(p.between(0.56, 0.8), 0.08, 55)],
              [0.6, c(0.4, 0.07, 45)],
              [1, c(0.2, 0.03, 30)],
            ],
            sign > 0 ? [0, 0, 1, 0] : [1, 0, 0, 0],
          ),
        )
        p.path(
          `M${x - k * 0.35} ${y - k * 0.2}A${k * 0.36} ${k * 0.45} 0 0 1 ${x + k * 0.35} ${y - k * 0.2}Q${x + sign * k * 0.1} ${y - k * 0.5} ${x - k * 0.35} ${y - k * 0.2}Z`,
          c(p.between(0.14, 0.3), 0.04, 40),
        )
      })
    }),
  )
  const rim = [0, 0.25, 0.5, 0.75, 1].map((d): [number, number] => [edge(d), row(d)])
  p.path(
    `M${rim.map(([e, y]) => `${p.w * (0.5 - e)} ${y}`).join('L')}L${rim
      .toReversed()
      .map(([e, y]) => `${p.w * (0.5 + e)} ${y}`)
      .join('L')}Z`,
    p.linear([
      [0, c(0.9, 0.08, 78)],
      [0.5, c(0.8, 0.07, 68)],
      [1, c(0.5, 0.07, 50)],
    ]),
  )
  p.times(26, (i, t) => {
    const depth = 0.03 + 0.95 * t
    const k = (0.22 + 1.9 * depth ** 1.4) * p.u
    const x = p.w * (0.5 + p.between(-0.62, 0.62) * edge(depth))
    const y = row(depth) - 4 * k
    p.group({ filter: p.blur(0.5 + 4.5 * depth ** 2) }, () => {
      if (i % 3 === 0) {
        p.light([x, y - 20 * k, 80 * k], c(0.85, 0.15, 70), { opacity: 0.8 })
        p.rect([x - 4 * k, y - 14 * k, 8 * k, 26 * k], c(0.97, 0.03, 90), { rx: 2 * k })
        p.ellipse([x, y - 22 * k, 3.6 * k, 9 * k], c(0.99, 0.05, 95))
      } else if (i % 3 === 1) {
        p.times(4, (j) =>
          leaf(p, [x, y], { length: 40 * k, angle: -0.4 - j * 0.75, paint: c(0.42, 0.07, 145), width: 0.24 }),
        )
        p.times(5, () =>
          p.circle(
            [x + p.between(-20, 20) * k, y - p.between(0, 20) * k, p.between(7, 13) * k],
            c(p.between(0.74, 0.94), p.between(0.04, 0.13), 25),
          ),
        )
      } else {
        p.path(
          `M${x - 9 * k} ${y - 52 * k}Q${x - 10 * k} ${y - 22 * k} ${x} ${y - 20 * k}Q${x + 10 * k} ${y - 22 * k} ${x + 9 * k} ${y - 52 * k}Z`,
          c(0.9, 0.1, 85, 0.55),
          { stroke: '#fff', 'stroke-opacity': 0.7, 'stroke-width': 1.3 * k },
        )
        p.path(`M${x} ${y - 20 * k}L${x} ${y + 6 * k}M${x - 7 * k} ${y + 6 * k}L${x + 7 * k} ${y + 6 * k}`, 'none', {
          stroke: '#fff',
          'stroke-opacity': 0.7,
          'stroke-width': 1.6 * k,
        })
      }
    })
  })
  stringLights(p, [-20, p.h * 0.1, p.w * 0.76, -20], { sag: p.h * 0.13, n: 9 })
  stringLights(p, [p.w * 0.26, -20, p.w + 20, p.h * 0.17], { sag: p.h * 0.14, n: 9 })
  stringLights(p, [-20, p.h * 0.34, p.w + 20, p.h * 0.3], { sag: p.h * 0.12, n: 12 })
  p.bokeh(7, [c(0.82, 0.15, 70), c(0.75, 0.16, 45)], { y: [0.55, 1], r: [24, 60], a: [0.1, 0.28] })
  return p.finish({ vignette: 0.45 })
}
