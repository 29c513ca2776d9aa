import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { nth } from './random.ts'

export function ballons(p: Picture, v: number): string {
  const night = v % 2
  p.fill(
    p.linear(
      night
        ? [
            [0, c(0.3, 0.06, 290)],
            [1, c(0.46, 0.09, 340)],
          ]
        : [
            [0, c(0.76, 0.08, 235)],
            [1, c(0.95, 0.02, 180)],
          ],
    ),
  )
  if (night) p.bokeh(20, [c(0.85, 0.12, 70), c(0.8, 0.13, 340)], { r: [10, 40], a: [0.15, 0.4] })
  else
    p.group({ filter: p.blur(16), opacity: 0.8 }, () =>
      p.times(7, () =>
        p.ellipse(
          [p.between(0, p.w), p.between(0.1, 0.8) * p.h, p.between(60, 170) * p.u, p.between(20, 46) * p.u],
          '#fff',
        ),
      ),
    )
  const hues: Oklch[] = [
    [0.7, 0.18, 28],
    [0.86, 0.12, 85],
    [0.72, 0.11, 220],
    [0.8, 0.1, 350],
    [0.93, 0.02, 80],
    [0.62, 0.15, 310],
  ]
  const spots = Array.from({ length: 15 }, (_, i) => ({
    x: p.w * (0.5 + p.between(-0.36, 0.36)),
    y: p.h * p.between(0.1, 0.62),
    r: p.between(62, 112) * p.u,
    hue: nth(hues, i),
  }))
  spots.forEach((s) =>
    p.path(`M${s.x} ${s.y + s.r * 1.2}Q${s.x + 20 * p.u} ${p.h * 0.86} ${p.w * 0.5} ${p.h + 20}`, 'none', {
      stroke: night ? '#fff' : c(0.4, 0.02, 80),
      'stroke-width': 1.4 * p.u,
      opacity: 0.5,
    }),
  )
  spots
    .toSorted((s, t) => s.r - t.r)
    .forEach(({ x, y, r, hue: [L, C, H] }) => {
      p.path(`M${x - r * 0.09} ${y + r * 1.26}L${x} ${y + r * 1.12}L${x + r * 0.09} ${y + r * 1.26}Z`, c(L - 0.1, C, H))
      p.path(
        `M${x} ${y + r * 1.16}C${x - r * 0.55} ${y + r * 0.95} ${x - r} ${y + r * 0.45} ${x - r} ${y - r * 0.05}A${r} ${r * 1.04} 0 0 1 ${x + r} ${y - r * 0.05}C${x + r} ${y + r * 0.45} ${x + r * 0.55} ${y + r * 0.95} ${x} ${y + r * 1.16}Z`,
        p.radial(
          [
            [0, c(L + 0.12, C * 0.7, H)],
            [0.45, c(L, C, H)],
            [1, c(L - 0.17, C, H - 5)],
          ],
          [0.36, 0.3, 0.78],
        ),
        { opacity: 0.95 },
      )
      p.ellipse([x - r * 0.36, y - r * 0.46, r * 0.15, r * 0.26], '#fff', {
        opacity: 0.6,
        transform: `rotate(28 ${x - r * 0.36} ${y - r * 0.46})`,
        filter: p.blur(3),
      })
    })
  return p.finish({ vignette: 0.25, grain: 0.13 })
}
