import { flower, leaf } from './flower.ts'
import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { nth, turn } from './random.ts'

/** A round bouquet from above. */
export function bouquet(p: Picture, v: number): string {
  const palettes: Oklch[][] = [
    [
      [0.78, 0.11, 12],
      [0.88, 0.05, 40],
      [0.66, 0.17, 20],
      [0.93, 0.03, 80],
    ],
    [
      [0.86, 0.09, 75],
      [0.93, 0.05, 95],
      [0.74, 0.15, 55],
      [0.95, 0.02, 90],
    ],
    [
      [0.62, 0.14, 320],
      [0.78, 0.09, 305],
      [0.9, 0.03, 330],
      [0.5, 0.14, 345],
    ],
    [
      [0.55, 0.19, 22],
      [0.72, 0.17, 35],
      [0.86, 0.07, 50],
      [0.45, 0.15, 12],
    ],
  ]
  const palette = nth(palettes, v)
  const ground = nth<Oklch>(
    [
      [0.86, 0.035, 120],
      [0.9, 0.025, 80],
      [0.35, 0.04, 160],
      [0.3, 0.03, 30],
    ],
    v,
  )
  const [gL, gC, gH] = ground
  p.fill(
    p.linear(
      [
        [0, c(gL + 0.06, gC, gH)],
        [1, c(gL - 0.12, gC, gH)],
      ],
      [0, 0, 1, 1],
    ),
  )
  p.group({ filter: p.blur(26) }, () =>
    p.times(16, () =>
      p.circle(
        [p.between(0, p.w), p.between(0, p.h), p.between(60, 160) * p.u],
        c(gL + p.between(-0.14, 0.1), gC + 0.03, gH + p.between(-20, 20)),
        { opacity: 0.7 },
      ),
    ),
  )
  const [cx, cy, R] = [p.w * 0.5, p.h * 0.48, Math.min(p.w, p.h) * 0.4]
  const green = p.linear(
    [
      [0, c(0.56, 0.08, 145)],
      [1, c(0.3, 0.06, 155)],
    ],
    [0, 0, 1, 1],
  )
  const sage = p.linear(
    [
      [0, c(0.74, 0.05, 150)],
      [1, c(0.46, 0.05, 160)],
    ],
    [0, 0, 1, 1],
  )
  p.times(6, (i) =>
    p.path(
      `M${cx + (i - 2.5) * 10 * p.u} ${cy}Q${cx + (i - 2.5) * 6 * p.u} ${cy + R} ${cx + (i - 2.5) * 26 * p.u} ${p.h + 20}`,
      'none',
      { stroke: c(0.42, 0.07, 145), 'stroke-width': 10 * p.u },
    ),
  )
  p.times(46, (i) => {
    const a = p.between(0, turn)
    leaf(p, [cx + Math.cos(a) * R * 0.5, cy + Math.sin(a) * R * 0.5], {
      length: p.between(0.5, 0.85) * R,
      angle: a + p.between(-0.5, 0.5),
      paint: i % 3 ? green : sage,
      width: p.between(0.2, 0.34),
    })
  })
  const spots: { x: number; y: number; r: number; d: number }[] = []
  for (let tries = 0; spots.length < 17 && tries < 900; tries++) {
    const a = p.between(0, turn)
    const d = Math.sqrt(p.random()) * R * 0.86
    const r = p.between(0.17, 0.32) * R
    const [x, y] = [cx + Math.cos(a) * d, cy + Math.sin(a) * d]
    if (spots.every((s) => Math.hypot(s.x - x, s.y - y) > (s.r + r) * 0.78)) spots.push({ x, y, r, d })
  }
  spots
    .toSorted((a, b) => b.d - a.d)
    .forEach((s, i) => flower(p, [s.x, s.y, s.r], p.pick(palette), i % 5 === 4 ? 'marguerite' : 'pivoine'))
  p.times(22, () => {
    const a = p.between(0, turn)
    const d = R * p.between(0.6, 1.1)
    p.circle([cx + Math.cos(a) * d, cy + Math.sin(a) * d, p.between(4, 9) * p.u], c(0.96, 0.02, 90), { opacity: 0.9 })
  })
  p.light([p.w * 0.2, p.h * 0.1, p.w * 0.7], c(0.95, 0.06, 85), { opacity: 0.4, mode: 'soft-light' })
  return p.finish({ vignette: 0.28, grain: 0.12 })
}
