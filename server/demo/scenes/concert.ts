import { hex as c } from './colour.ts'
import { dancer } from './dancer.ts'
import type { Picture } from './picture.ts'
import { nth } from './random.ts'

export function concert(p: Picture, v: number): string {
  const [a, b] = nth<readonly [number, number]>(
    [
      [25, 300],
      [250, 190],
      [60, 340],
    ],
    v,
  )
  p.fill(
    p.linear([
      [0, c(0.2, 0.08, b)],
      [0.55, c(0.42, 0.15, a)],
      [1, c(0.1, 0.03, b)],
    ]),
  )
  p.group({ style: 'mix-blend-mode:screen', filter: p.blur(9) }, () =>
    p.times(7, (i, t) => {
      const x = p.w * (0.1 + 0.8 * t)
      const color = c(0.8, 0.17, i % 2 ? a : b)
      const to = p.w * (0.5 + (t - 0.5) * -0.9)
      p.path(
        `M${x - 8} -10L${x + 8} -10L${to + 150 * p.u} ${p.h * 0.85}L${to - 150 * p.u} ${p.h * 0.85}Z`,
        p.linear([
          [0, color, 0.85],
          [1, color, 0.02],
        ]),
      )
    }),
  )
  p.light([p.w / 2, p.h * 0.5, p.w * 0.4], c(0.93, 0.1, a), { opacity: 0.85 })
  p.rect([0, p.h * 0.66, p.w, p.h * 0.05], c(0.12, 0.03, b))
  p.times(3, (i) =>
    dancer(p, { at: [p.w * (0.3 + 0.2 * i), p.h * 0.67], height: p.h * 0.3, paint: c(0.12, 0.04, b), pose: i }),
  )
  p.path(`M${p.w * 0.5 + 12 * p.u} ${p.h * 0.67}L${p.w * 0.5 + 16 * p.u} ${p.h * 0.43}`, 'none', {
    stroke: c(0.1, 0.02, b),
    'stroke-width': 4 * p.u,
  })
  p.times(30, (i, t) => {
    const x = p.w * t + p.between(-14, 14)
    const y = p.h * p.between(0.84, 1.02)
    const r = p.between(20, 34) * p.u
    const tone = c(0.09, 0.025, b)
    if (i % 3 === 0)
      p.path(`M${x} ${y + 40 * p.u}L${x + p.between(-12, 12) * p.u} ${y - p.between(70, 150) * p.u}`, 'none', {
        stroke: tone,
        'stroke-width': 15 * p.u,
        'stroke-linecap': 'round',
      })
    p.circle([x, y, r], tone)
    p.ellipse([x, y + r * 2.4, r * 2, r * 1.8], tone)
  })
  p.bokeh(14, [c(0.85, 0.15, a), c(0.8, 0.15, b)], { y: [0.1, 0.7], r: [6, 20], a: [0.15, 0.4] })
  return p.finish({ vignette: 0.5, grain: 0.24 })
}
