import { dancer } from './dancer.ts'
import { flower, leaf } from './flower.ts'
import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { turn } from './random.ts'

export function arche(p: Picture, v: number): string {
  const dusk = v % 2
  p.fill(
    p.linear(
      dusk
        ? [
            [0, c(0.6, 0.1, 40)],
            [0.5, c(0.86, 0.1, 75)],
            [1, c(0.5, 0.08, 110)],
          ]
        : [
            [0, c(0.8, 0.06, 225)],
            [0.5, c(0.94, 0.03, 140)],
            [1, c(0.6, 0.1, 135)],
          ],
    ),
  )
  p.group({ filter: p.blur(16) }, () =>
    p.times(26, () =>
      p.circle(
        [p.between(0, p.w), p.h * p.between(0.3, 0.58), p.between(40, 120) * p.u],
        c(p.between(0.4, 0.62), 0.08, p.between(120, 150)),
        { opacity: 0.8 },
      ),
    ),
  )
  p.rect(
    [0, p.h * 0.6, p.w, p.h * 0.4],
    p.linear([
      [0, c(0.68, 0.1, 130)],
      [1, c(0.42, 0.09, 138)],
    ]),
  )
  p.path(
    `M${p.w * 0.45} ${p.h * 0.62}L${p.w * 0.55} ${p.h * 0.62}L${p.w * 0.72} ${p.h}L${p.w * 0.28} ${p.h}Z`,
    c(0.95, 0.015, 80),
    { opacity: 0.92 },
  )
  const [x, y, r] = [p.w / 2, p.h * 0.42, Math.min(p.w, p.h) * 0.25]
  p.path(`M${x - r} ${p.h * 0.66}L${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}L${x + r} ${p.h * 0.66}`, 'none', {
    stroke: c(0.55, 0.06, 60),
    'stroke-width': 10 * p.u,
  })
  const along = (t: number): [number, number] => {
    const leg = (p.h * 0.66 - y) / (2 * (p.h * 0.66 - y) + Math.PI * r)
    if (t < leg) return [x - r, p.h * 0.66 - (t / leg) * (p.h * 0.66 - y)]
    if (t > 1 - leg) return [x + r, y + ((t - 1 + leg) / leg) * (p.h * 0.66 - y)]
    const a = Math.PI - ((t - leg) / (1 - 2 * leg)) * Math.PI
    return [x + Math.cos(a) * r, y - Math.sin(a) * r]
  }
  p.times(70, () => {
    const [px, py] = along(p.random())
    leaf(p, [px, py], {
      length: p.between(34, 74) * p.u,
      angle: p.between(0, turn),
      paint: c(p.between(0.36, 0.58), 0.08, p.between(130, 155)),
      width: 0.26,
    })
  })
  p.times(30, (i) => {
    const [px, py] = along((i + 0.5) / 30)
    flower(
      p,
      [px + p.between(-16, 16) * p.u, py + p.between(-16, 16) * p.u, p.between(14, 32) * p.u],
      p.pick<Oklch>([
        [0.9, 0.05, 20],
        [0.8, 0.11, 15],
        [0.95, 0.03, 90],
        [0.74, 0.14, 35],
      ]),
    )
  })
  ;[-1, 1].forEach((sign) =>
    p.times(4, (i) =>
      p.times(3, (j) => {
        const k = (0.5 + i * 0.3) * p.u
        const cx = p.w / 2 + sign * (p.w * (0.13 + i * 0.055) + j * (62 + i * 16) * p.u)
        const cy = p.h * (0.7 + i * 0.085)
        p.rect([cx - 16 * k, cy - 50 * k, 32 * k, 40 * k], c(0.97, 0.01, 80), {
          rx: 8 * k,
          stroke: c(0.72, 0.04, 70),
          'stroke-width': 1.5,
        })
        p.rect([cx - 18 * k, cy - 8 * k, 36 * k, 8 * k], c(0.93, 0.015, 75), { rx: 3 * k })
        p.path(
          `M${cx - 15 * k} ${cy}L${cx - 16 * k} ${cy + 34 * k}M${cx + 15 * k} ${cy}L${cx + 16 * k} ${cy + 34 * k}`,
          'none',
          { stroke: c(0.9, 0.02, 75), 'stroke-width': 4 * k },
        )
      }),
    ),
  )
  dancer(p, { at: [x - 32 * p.u, p.h * 0.68], height: p.h * 0.27, paint: c(0.24, 0.03, 270), pose: 2 })
  dancer(p, { at: [x + 34 * p.u, p.h * 0.68], height: p.h * 0.26, paint: c(0.96, 0.015, 80), pose: 3 })
  p.light([p.w * 0.8, p.h * 0.05, p.w * 0.7], c(0.95, 0.1, 85), { opacity: 0.55 })
  return p.finish({ vignette: 0.25, grain: 0.13 })
}
